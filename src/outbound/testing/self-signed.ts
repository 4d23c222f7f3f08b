/**
 * A key and a self-signed certificate for 127.0.0.1, localhost and hooks.acme.dev, valid from 2020 to 2120. They protect
 * nothing: tests use them to be a receiver that is not trusted.
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoF0QR7WIvegWDvVU
s+UCoGxky37ybKia6MOPWYi6g5qhRANCAATCao1SWrQDEzDzSHH1nJmRB06YSIim
a/AOSmuwfCuvHZ/fogWgdLy9xCptHUwIRmrEkQ0zK2JS3HlGXcrZVUzy
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBijCCATGgAwIBAgIBATAKBggqhkjOPQQDAjAeMRwwGgYDVQQDDBNTYWxkbyB0
ZXN0IHJlY2VpdmVyMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAe
MRwwGgYDVQQDDBNTYWxkbyB0ZXN0IHJlY2VpdmVyMFkwEwYHKoZIzj0CAQYIKoZI
zj0DAQcDQgAEwmqNUlq0AxMw80hx9ZyZkQdOmEiIpmvwDkprsHwrrx2f36IFoHS8
vcQqbR1MCEZqxJENMytiUtx5Rl3K2VVM8qNeMFwwKgYDVR0RBCMwIYIJbG9jYWxo
b3N0gg5ob29rcy5hY21lLmRldocEfwAAATAPBgNVHRMBAf8EBTADAQH/MB0GA1Ud
DgQWBBT7ICHHIiZJpw51+bNP604qDru7YjAKBggqhkjOPQQDAgNHADBEAiBj9vn/
0sfIqAjKsAbno7NNxVs52Bal3uSi4RWOpu/KrAIgS6VVclBueRCPJl7ZZuGqm+vW
N1lAY7eE1JOiIX61CcI=
-----END CERTIFICATE-----`,
} as const;
