# The sandbox as an image (docs/image.md). Works with BuildKit and the classic builder: no mounts, no heredocs.
# The digest is that of the index, which has all platforms. CONTRIBUTING.md says how to update it.
ARG BASE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

FROM ${BASE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY openapi openapi
COPY src src
COPY contracts contracts
COPY scenarios scenarios
COPY drill drill
COPY ui ui
# Only programs that import the package need types, and nothing imports it from the image.
RUN npm run build && find dist -name '*.d.ts' -delete

FROM ${BASE} AS dependencies
WORKDIR /dependencies
COPY package.json package-lock.json ./
# The peers are Testcontainers, which starts containers and does not run inside one, and prom-client, which few need.
RUN npm ci --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund
COPY scripts/prune-modules.ts ./
RUN node prune-modules.ts node_modules

FROM ${BASE}
# Nothing in the container installs packages or changes its user.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* \
  && rm -f /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
  && find / -xdev -type f -perm /6000 -exec chmod a-s {} +
# Any user of the container can write to /data and to a new volume, which begins as its copy. The sticky bit, as in
# /tmp, protects the files of one user from others.
RUN mkdir --mode 1777 /data && chown node:node /data
# A variable that Compose sets to nothing counts as unset, so it must not undo what the image sets below.
RUN printf '#!/bin/sh\nexport HOST="${HOST:-0.0.0.0}" SALDO_DATA="${SALDO_DATA:-/data}"\nexec node /opt/saldo/dist/src/cli/main.js "$@"\n' >/usr/local/bin/saldo && chmod 755 /usr/local/bin/saldo
WORKDIR /opt/saldo
COPY --from=dependencies /dependencies/node_modules node_modules
COPY package.json LICENSE ./
COPY openapi/*.yaml openapi/
COPY fixtures fixtures
COPY --from=build /build/dist dist
ENV HOST=0.0.0.0 SALDO_DATA=/data NODE_ENV=production
USER node
VOLUME /data
EXPOSE 4400
# Every second, so without starting a program as large as Node; but the shell cannot speak TLS.
HEALTHCHECK --interval=1s --timeout=5s --start-period=30s CMD ["bash", "-c", "[ -z \"${SALDO_TLS_CERT// }\" ] || exec saldo health; port=${PORT// }; exec 3<>/dev/tcp/127.0.0.1/${port:-4400} && printf 'GET /sandbox/health HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && grep -q '\"status\":\"ok\"' <&3"]
ENTRYPOINT ["saldo"]
CMD ["start"]
ARG VERSION=unreleased
ARG REVISION=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="Saldo" \
  org.opencontainers.image.description="A sandbox of a PIX payout platform that keeps state and tells its own time" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.source="${SOURCE}"
