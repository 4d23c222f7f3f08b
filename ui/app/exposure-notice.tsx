import { apiKey, PUBLIC_API_KEY } from "../state/session.ts";
import { text } from "../text/text.ts";

/** Warns where other machines may reach the sandbox with the public key. */
export function ExposureNotice() {
  const isLocal = /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(location.hostname);
  if (isLocal || apiKey.value !== PUBLIC_API_KEY) return null;
  return <p class="notice attention">{text.value.shell.exposed}</p>;
}
