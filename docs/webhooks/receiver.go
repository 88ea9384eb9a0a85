// A complete webhook receiver on Go's standard library (1.22 or later).
//
//	WEBHOOK_SECRET=whsec_… PORT=8000 go run receiver.go
//
// Put a proxy that speaks TLS in front: deliveries go to https:// URLs only.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	toleranceSeconds = 300
	maxBodyBytes     = 1 << 20
	rememberedEvents = 10_000
)

// Event is what is delivered. The same ID can come again, and is to be acted on once.
type Event struct {
	ID      string          `json:"id"`
	Type    string          `json:"type"`
	Created int64           `json:"created"`
	Data    json.RawMessage `json:"data"`
}

// verify returns the event of a delivery that is signed, untouched and recent.
func verify(rawBody []byte, header string, secrets []string, now time.Time) (*Event, error) {
	var times, signatures []string
	for _, pair := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
		switch name {
		case "t":
			times = append(times, value)
		case "v1":
			signatures = append(signatures, value)
		}
	}
	if len(times) != 1 || len(signatures) == 0 {
		return nil, errors.New("signature_malformed")
	}
	signedAt, err := strconv.ParseUint(times[0], 10, 40)
	if err != nil {
		return nil, errors.New("signature_malformed")
	}
	if !anyMatches(secrets, signatures, times[0], rawBody) {
		return nil, errors.New("signature_mismatch")
	}
	switch age := now.Unix() - int64(signedAt); {
	case age > toleranceSeconds:
		return nil, errors.New("timestamp_too_old")
	case age < -toleranceSeconds:
		return nil, errors.New("timestamp_in_future")
	}
	event := new(Event)
	var data map[string]json.RawMessage
	if json.Unmarshal(rawBody, event) != nil || json.Unmarshal(event.Data, &data) != nil || data == nil ||
		event.ID == "" || event.Type == "" || event.Created == 0 {
		return nil, errors.New("body_malformed")
	}
	return event, nil
}

func anyMatches(secrets, signatures []string, timestamp string, rawBody []byte) bool {
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		io.WriteString(mac, timestamp+".")
		mac.Write(rawBody)
		expected := mac.Sum(nil)
		for _, signature := range signatures {
			given, err := hex.DecodeString(signature)
			// hmac.Equal takes the same time wherever the first difference is.
			if err == nil && hmac.Equal(given, expected) {
				return true
			}
		}
	}
	return false
}

// taken holds the ids of events that were taken. In production: a table with a unique index on the id, written in the
// transaction that records the work to do, so that a crash neither loses an event nor does it twice.
type taken struct {
	sync.Mutex
	ids   map[string]bool
	order []string
}

// add tells whether the id is new.
func (t *taken) add(id string) bool {
	t.Lock()
	defer t.Unlock()
	if t.ids[id] {
		return false
	}
	t.ids[id] = true
	t.order = append(t.order, id)
	if len(t.order) > rememberedEvents {
		delete(t.ids, t.order[0])
		t.order = t.order[1:]
	}
	return true
}

func receiver(secrets []string, work chan<- *Event) http.HandlerFunc {
	seen := &taken{ids: map[string]bool{}}
	return func(w http.ResponseWriter, r *http.Request) {
		rawBody, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
		if err != nil {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		event, err := verify(rawBody, r.Header.Get("X-Service-Signature"), secrets, time.Now())
		if err != nil {
			fmt.Println("refused:", err)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if seen.add(event.ID) {
			work <- event
		}
		// The work is done elsewhere: an answer that takes longer than 15 seconds counts as a failure and is sent again.
		w.WriteHeader(http.StatusNoContent)
	}
}

func handle(event *Event) {
	var data struct {
		ResultsURL     string `json:"results_url"`
		FailureMessage string `json:"failure_message"`
		InsightsStatus string `json:"insights_status"`
		Message        string `json:"message"`
	}
	if err := json.Unmarshal(event.Data, &data); err != nil {
		log.Printf("%s cannot be read: %v", event.ID, err)
		return
	}
	switch event.Type {
	case "simulation.completed":
		fmt.Println(event.ID, "results are at", data.ResultsURL)
	case "simulation.failed":
		fmt.Println(event.ID, "failed:", data.FailureMessage)
	case "simulation.insights.completed", "simulation.insights.failed":
		fmt.Println(event.ID, "insights are", data.InsightsStatus)
	case "webhook.test":
		fmt.Println(event.ID, "test:", data.Message)
	default:
		// A type that is newer than this receiver.
	}
}

func main() {
	// While a rotation is rolled out: WEBHOOK_SECRET=new,old
	secrets := strings.FieldsFunc(os.Getenv("WEBHOOK_SECRET"), func(r rune) bool { return r == ',' })
	if len(secrets) == 0 {
		log.Fatal("Set WEBHOOK_SECRET to the subscription's signing secret")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "8000"
	}
	work := make(chan *Event, 1000)
	go func() {
		for event := range work {
			handle(event)
		}
	}()
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	mux := http.NewServeMux()
	mux.HandleFunc("POST /", receiver(secrets, work))
	server := &http.Server{Handler: mux, ReadTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}
