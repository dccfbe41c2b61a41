// What a hand-written Go program would do, by the standard library alone: the work of bench/peers/work.ts.
// It writes its URL to its standard output, and ends with its standard input.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"time"
)

var indices = regexp.MustCompile(`^(map-serp|organization-entity|organization-serp)[a-z0-9-]*\*?$`)

type query struct {
	Index string          `json:"index"`
	Body  json.RawMessage `json:"body"`
}

type engineAnswer struct {
	Hits struct {
		Total struct {
			Value int `json:"value"`
		} `json:"total"`
		Hits []struct {
			ID     json.RawMessage            `json:"_id"`
			Score  json.RawMessage            `json:"_score"`
			Source map[string]json.RawMessage `json:"_source"`
		} `json:"hits"`
	} `json:"hits"`
}

type envelope struct {
	Status string `json:"status"`
	Data   data   `json:"data"`
	Meta   meta   `json:"meta"`
}

type data struct {
	Results []map[string]json.RawMessage `json:"results"`
	Total   int                          `json:"total"`
	Index   string                       `json:"index"`
	Version string                       `json:"version"`
}

type meta struct {
	RequestID string `json:"requestId"`
	Timestamp string `json:"timestamp"`
}

type server struct {
	engineURL string
	engine    *http.Client
	tokens    *tokens
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if err := s.tokens.verify(token, time.Now()); err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	text, err := s.search(r.Body, w.Header())
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Write(text)
}

func (s *server) search(body io.Reader, header http.Header) ([]byte, error) {
	text, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	var asked query
	if err := json.Unmarshal(text, &asked); err != nil {
		return nil, err
	}
	if !indices.MatchString(asked.Index) {
		return nil, fmt.Errorf("no such index")
	}
	answer, err := s.ask(asked)
	if err != nil {
		return nil, err
	}
	requestID := uuid()
	header.Set("Content-Type", "application/json; charset=utf-8")
	header.Set("X-Request-Id", requestID)
	return json.Marshal(wrap(answer, asked.Index, requestID))
}

func (s *server) ask(asked query) (*engineAnswer, error) {
	response, err := s.engine.Post(s.engineURL+"/"+asked.Index+"/_search", "application/json", bytes.NewReader(asked.Body))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	answer := new(engineAnswer)
	return answer, json.Unmarshal(text, answer)
}

func wrap(answer *engineAnswer, index, requestID string) envelope {
	results := make([]map[string]json.RawMessage, len(answer.Hits.Hits))
	for i, hit := range answer.Hits.Hits {
		hit.Source["id"], hit.Source["_score"] = hit.ID, hit.Score
		results[i] = hit.Source
	}
	timestamp := time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	return envelope{"success", data{results, answer.Hits.Total.Value, index, "v9"}, meta{requestID, timestamp}}
}

// uuid is a random one, version 4.
func uuid() string {
	var b [16]byte
	rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func main() {
	tokens, err := newTokens(os.Getenv("PUBLIC_KEY"))
	if err != nil {
		panic(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	engine := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 128, MaxConnsPerHost: 128}}
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	fmt.Printf("http://%s\n", listener.Addr())
	panic(http.Serve(listener, &server{os.Getenv("ENGINE_URL"), engine, tokens}))
}
