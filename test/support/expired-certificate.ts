/** A certificate for expired.localhost that was valid in 2020, made for the tests alone, in PEM. */
export const expiredCert = `-----BEGIN CERTIFICATE-----
MIIBHzCBxgIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFleHBpcmVkLmxvY2Fs
aG9zdDAeFw0yMDAxMDEwMDAwMDBaFw0yMTAxMDEwMDAwMDBaMBwxGjAYBgNVBAMM
EWV4cGlyZWQubG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEsbXy
7YsUkO5bBN5E+TrNVab/YjH4qjhr7Zbqn7SlVltLDIGviW0mwalHoTaiDaM8va2X
rUTW+XccADJFjZS4uTAKBggqhkjOPQQDAgNIADBFAiEAzuww0ojQ13vtLz3rr/8G
hU7BYZREppXQ54ibXAXHXqUCIH87h7qY+CpyJ2ChlQGYOKmGzrbUI5cRhhGYtzML
6+Ch
-----END CERTIFICATE-----
`

export const expiredKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeq2qowJEWjJwj0EI
wAyKUNWcA3r63FiTth63hHlN+eChRANCAASxtfLtixSQ7lsE3kT5Os1Vpv9iMfiq
OGvtluqftKVWW0sMga+JbSbBqUehNqINozy9rZetRNb5dxwAMkWNlLi5
-----END PRIVATE KEY-----
`
