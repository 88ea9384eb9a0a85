// The ten calls by the Go client that openapi-generator wrote, which the spec puts beside this file as the module's package simulation.
package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"

	"example.com/calls/simulation"
)

var (
	client *simulation.APIClient
	ctx    context.Context
)

// must returns the answer of a call that succeeded, and ends the program with the error of one that did not.
func must[T any, R any](answer T, _ R, err error) T {
	if err != nil {
		var refused *simulation.GenericOpenAPIError
		if errors.As(err, &refused) {
			fmt.Fprintln(os.Stderr, string(refused.Body()))
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return answer
}

func number(name string) int64 {
	value, err := strconv.ParseInt(os.Getenv(name), 10, 64)
	if err != nil {
		panic(err)
	}
	return value
}

func newKey() string {
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		panic(err)
	}
	return hex.EncodeToString(key)
}

func create(question string, agents int32) simulation.CreatedSimulation {
	body := *simulation.NewCreateSimulation("product-purchase-intent", agents)
	body.SetQuestion(question)
	body.SetSeed(number("SEED"))
	body.SetGenerateInsights(false)
	call := client.SimulationsAPI.CreateSimulation(ctx).IdempotencyKey(newKey()).CreateSimulation(body)
	return must(call.Execute()).Data
}

func main() {
	configuration := simulation.NewConfiguration()
	configuration.Servers = simulation.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client = simulation.NewAPIClient(configuration)
	ctx = context.WithValue(context.Background(), simulation.ContextAccessToken, os.Getenv("API_KEY"))
	simulations, webhooks := client.SimulationsAPI, client.WebhooksAPI

	created := create(os.Getenv("QUESTION"), int32(number("AGENTS")))
	other := create(os.Getenv("OTHER_QUESTION"), int32(number("AGENTS")))
	status := must(simulations.ShowSimulation(ctx, created.Id).Execute()).Data
	waited := must(simulations.ShowSimulation(ctx, created.Id).Wait(30).Execute()).Data
	must(simulations.ShowSimulation(ctx, other.Id).Wait(30).Execute())
	results := must(simulations.SimulationResults(ctx, created.Id).Execute()).Data
	page := must(simulations.ListSimulations(ctx).Limit(1).Execute())
	second := must(simulations.ListSimulations(ctx).Limit(1).Cursor(*page.Meta.NextCursor.Get()).Execute())
	compared := must(simulations.CompareSimulations(ctx, created.Id, other.Id).Execute()).Data
	cancelled := must(simulations.CancelSimulation(ctx, create("Would you cancel this?", 10_000).Id).Execute()).Data
	body := *simulation.NewCreateWebhook("https://example.com/hook", []simulation.SubscribedEvent{"simulation.completed"})
	webhook := must(webhooks.CreateWebhook(ctx).IdempotencyKey(newKey()).CreateWebhook(body).Execute()).Data
	deliveries := must(webhooks.ListDeliveries(ctx).WebhookId(webhook.Id).Execute())

	_, _, err := simulations.ShowSimulation(ctx, os.Getenv("MISSING_ID")).Execute()
	var refused *simulation.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic("The missing simulation was found")
	}
	missing, isMissing := refused.Model().(simulation.SimulationNotFoundError)
	if !isMissing {
		panic(fmt.Sprintf("%T", refused.Model()))
	}

	printed, err := json.Marshal(map[string][]any{
		"created": {created.Status, created.AgentCount, created.Seed},
		"status":  {status.Id == created.Id, status.WorkflowId},
		"waited":  {waited.Status, waited.AgentsCompleted, waited.FailureCode.Get()},
		"results": {
			results.Verdict.Answer,
			results.Verdict.YesPct,
			len(results.Agents),
			results.Agents[0].Segments["sex"],
			results.CalibrationBoundary.Tier,
		},
		"pages":      {len(page.Data), page.Meta.HasMore, page.Data[0].Id != second.Data[0].Id},
		"compared":   {compared.Paired, compared.DifferencePct.Yes, len(compared.Simulations)},
		"cancelled":  {cancelled.Status, cancelled.FailureCode.Get()},
		"webhook":    {webhook.Events, webhook.Enabled, webhook.Secret[:6]},
		"deliveries": {len(deliveries.Data), deliveries.Meta.HasMore},
		"error":      {missing.Error, missing.Meta.Message},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(printed))
}
