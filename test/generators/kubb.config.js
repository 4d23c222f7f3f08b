import { defineConfig } from "@kubb/core";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";

export default ["interface", "control"].map((name) =>
  defineConfig({
    root: ".",
    input: { path: `out/${name}.json` },
    output: { path: `out/kubb-${name}` },
    plugins: [pluginOas({ validate: false, generators: [] }), pluginTs(), pluginZod()],
  }),
);
