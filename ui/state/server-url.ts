/**
 * Where the server is: at the root of the page's host, or behind a path that a gateway strips (`https://ci.acme.dev/saldo`).
 * The page itself is at `/sandbox/ui/` there.
 */
export const serverUrl = location.origin + location.pathname.replace(/\/sandbox\/ui\/.*$/, "");
