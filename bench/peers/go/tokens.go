package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"
)

const header = "v4.public."

var errToken = errors.New("the token does not verify")

// tokens are PASETOs (v4.public), each verified once and known until it expires.
type tokens struct {
	key      ed25519.PublicKey
	expiries sync.Map
}

// newTokens takes the key as a PASERK, `k4.public.…`.
func newTokens(paserk string) (*tokens, error) {
	key, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(paserk, "k4.public."))
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("PUBLIC_KEY is no k4.public")
	}
	return &tokens{key: key}, nil
}

func (t *tokens) verify(token string, now time.Time) error {
	if expiry, isKnown := t.expiries.Load(token); isKnown && now.Before(expiry.(time.Time)) {
		return nil
	}
	expiry, err := t.expiryOf(token)
	if err != nil || !now.Before(expiry) {
		return errToken
	}
	t.expiries.Store(token, expiry)
	return nil
}

// expiryOf checks the signature.
func (t *tokens) expiryOf(token string) (time.Time, error) {
	text, isPublic := strings.CutPrefix(token, header)
	payload, footer, _ := strings.Cut(text, ".")
	signed, err := base64.RawURLEncoding.DecodeString(payload)
	footerBytes, footerErr := base64.RawURLEncoding.DecodeString(footer)
	at := len(signed) - ed25519.SignatureSize
	if !isPublic || err != nil || footerErr != nil || at < 0 {
		return time.Time{}, errToken
	}
	message := signed[:at]
	if !ed25519.Verify(t.key, authenticated([]byte(header), message, footerBytes, nil), signed[at:]) {
		return time.Time{}, errToken
	}
	var claims struct {
		Exp time.Time `json:"exp"`
	}
	err = json.Unmarshal(message, &claims)
	return claims.Exp, err
}

// authenticated is PASETO's pre-authentication encoding: how many pieces, and each with its length before it.
func authenticated(pieces ...[]byte) []byte {
	encoded := binary.LittleEndian.AppendUint64(nil, uint64(len(pieces)))
	for _, piece := range pieces {
		encoded = binary.LittleEndian.AppendUint64(encoded, uint64(len(piece)))
		encoded = append(encoded, piece...)
	}
	return encoded
}
