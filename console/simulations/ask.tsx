import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useState } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import type { Change, DataOf } from "../api/calls.ts";
import { useChangeOf, useRead } from "../api/queries.ts";
import { FormOf, SelectField, TextArea, useDraft } from "../components/form.tsx";
import { Button, ErrorNotice, Loaded, Page } from "../components/page.tsx";
import { ApiCallExample } from "./api-call.tsx";
import { Advice, AgentCount, AudienceFields, Examples, Folded, MoreOptions, PlanLeft } from "./ask-parts.tsx";
import {
  type Asked,
  callOf,
  MAX_QUESTION,
  priceIn,
  priceLadder,
  pricesIn,
  SHORTEST_QUESTION,
  startingValues,
  useMethodologies,
  usePreview,
  useVariantIssues,
} from "./asked.ts";
import { type Issue, ISSUES } from "./conclusions.ts";
import { PreviewPanel } from "./preview.tsx";
import { comparisonOf, letter, MAX_RUNS } from "./run-names.ts";
import { ScenarioFields } from "./scenario.tsx";

const route = getRouteApi("/");

/** A question, with what would come of it beside it while it is typed. */
export function AskPage() {
  const { again } = route.useSearch();
  const usage = useRead("showUsage", {});
  const former = useRead("showSimulation", { id: again ?? "" }, { enabled: again !== undefined });
  return (
    <Page title="Ask a question">
      <Loaded query={usage} what="your plan">
        {(plan) =>
          again === undefined
            ? <AskForm key="new" plan={plan} draft="ask" />
            : (
              <Loaded query={former} what="the question">
                {(data) => <AskForm key={again} plan={plan} again={data} draft={`ask ${again}`} />}
              </Loaded>
            )}
      </Loaded>
    </Page>
  );
}

function AskForm({ plan, again, draft }: {
  readonly plan: DataOf<"showUsage">;
  readonly again?: DataOf<"showSimulation">;
  readonly draft: string;
}) {
  const navigate = useNavigate();
  const ceiling = plan.agent_count_ceiling;
  const { form, discard } = useDraft<Asked>(draft, startingValues(ceiling, again));
  const values = useWatch({ control: form.control }) as Asked;
  const methodologies = useMethodologies();
  const ask = useChangeOf(
    (call: ReturnType<typeof callOf>) => call as Change<typeof call.operation>,
    ["listSimulations", "showUsage"],
  );
  const { slug, schema, overrides, isIncomplete, unread, workflow, ...shown } = usePreview(values, ceiling);
  const { question, workflow_id, variants, general } = values;
  const { preview, error, isOld } = shown;
  const other = useVariantIssues(variants);
  const foreseen = error === null ? preview : undefined;
  const isGeneral = general || workflow_id === "" && foreseen?.routed_via === null;
  // A scenario is the methodology's own, and variants are compared only where one methodology asks them.
  const destination = {
    slug: variants.length > 0 && !isGeneral ? slug ?? "" : workflow_id,
    overrides,
    isGeneral,
  };
  // The button names what is asked for where that is not what somebody may think.
  const submit = foreseen?.evidence === "none" || other.issues.some((issues) => issues.length > 0)
    ? ASK_ANYWAY
    : isGeneral
    ? "Ask U.S. adults in general"
    : variants.length === 0
    ? "Ask"
    : `Ask ${variants.length + 1} variants`;
  const wait = isIncomplete
    ? "The scenario can be sent once its methodology is known: wait a moment, or choose one."
    : other.isOld || isOld && error === null && preview?.question !== question
    ? "The question is being read …"
    : "";
  const choose = (chosen: string) => {
    form.setValue("workflow_id", chosen);
    form.clearErrors();
  };
  const takeExample = (example: string) => {
    form.setValue("question", example);
    form.setFocus("question");
  };
  const isAskable = values.agent_count !== null && question.trim().length >= SHORTEST_QUESTION;
  return (
    <FormOf
      form={form}
      submit={submit}
      isWaiting={wait !== ""}
      aside={
        <>
          <PlanLeft plan={plan} />
          <span role="status">{wait}</span>
        </>
      }
      advice={(error) => <Advice error={error} />}
      fieldOf={(pointer) => fieldOf(pointer, slug ?? "")}
      onSubmit={async (values) => {
        const asked = await ask.mutateAsync(callOf(values, destination));
        await (Array.isArray(asked)
          ? navigate({ to: "/compare", search: comparisonOf(asked.map(({ id }) => id)) })
          : navigate({ to: "/simulations/$id", params: { id: asked.id } }));
        discard();
      }}
    >
      <div className="ask" onKeyDown={submitOnCtrlEnter}>
        <div className="stack">
          <TextArea
            name="question"
            label="Question"
            hint="One that people can answer with yes or no, one thing at a time. Every agent is asked these words. Ctrl+Enter asks."
            required
            minLength={SHORTEST_QUESTION}
            maxLength={MAX_QUESTION}
          />
          {question.trim() === "" ? <Examples onChoose={takeExample} /> : null}
          <VariantFields question={question} issues={other.issues} />
        </div>
        <div className="ask-preview">
          {question.trim().length >= SHORTEST_QUESTION && (
            <PreviewPanel {...{ preview, error, isOld }} chosen={workflow_id} onChoose={choose} />
          )}
        </div>
        <div className="stack">
          <AgentCount ceiling={ceiling} />
          <SelectField
            name="workflow_id"
            label="Methodology"
            options={[
              ["", "as the service chooses"],
              ...methodologies,
              // A select shows a value only when it has it: also while the list is on its way.
              ...workflow_id === "" || methodologies.has(workflow_id) ? [] : [workflow_id],
            ]}
          />
          {preview && <AudienceFields frame={preview.frame} />}
          {unread === null ? null : <ErrorNotice error={unread.error} retry={() => unread.refetch()} />}
          {schema === undefined || slug === null ? null : (
            <fieldset className="card grid narrow">
              <legend>Scenario of {workflow?.name ?? slug}</legend>
              <ScenarioFields schema={schema} prefix={`scenario.${slug}`} />
            </fieldset>
          )}
          <MoreOptions />
          {isAskable ? <ApiCallExample call={callOf(values, destination)} /> : null}
        </div>
      </div>
    </FormOf>
  );
}

/** The field beside which a fault of the request stands. */
function fieldOf(pointer: string, slug: string): string | undefined {
  const [, place = "0", own = pointer] = /^\/simulations\/(\d+)(\/.*)$/.exec(pointer) ?? [];
  if (own === "/question" && place !== "0") return `variants.${Number(place) - 1}.question`;
  const [, name] = /^\/(?:overrides|scenario_context)\/([^/]+)/.exec(own) ?? [];
  if (name !== undefined && slug !== "") return `scenario.${slug}.${name}`;
  return own === pointer ? undefined : own.split("/")[1];
}

const ASK_ANYWAY = "Ask anyway";

/** Presses the form's button; where it says that something is wrong it is focused alone. */
function submitOnCtrlEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const button = event.currentTarget.closest("form")?.querySelector<HTMLButtonElement>("button[type=submit]");
  if (button?.textContent === ASK_ANYWAY) button.focus();
  else button?.click();
}

/** Other wordings or prices, which the same agents answer in one go. */
function VariantFields({ question, issues }: {
  readonly question: string;
  /** What is wrong with each of them. */
  readonly issues: readonly (readonly Issue[])[];
}) {
  const { control, formState: { errors } } = useFormContext<Asked>();
  const { fields, append, remove, replace } = useFieldArray({ control, name: "variants" });
  const [prices, setPrices] = useState("");
  const price = priceIn(question);
  return (
    <Folded
      isOpen={errors.variants !== undefined}
      summary={fields.length === 0
        ? "A/B and price ladders"
        : `A/B: ${fields.length + 1} variants, asked of the same agents`}
    >
      <p className="hint">
        Up to {MAX_RUNS}{" "}
        with the question itself, with one methodology and one seed. Each counts as a simulation.
      </p>
      {fields.map(({ id }, index) => (
        <div key={id}>
          <TextArea
            name={`variants.${index}.question`}
            label={`Variant ${letter(index + 1)}`}
            required
            minLength={SHORTEST_QUESTION}
            maxLength={MAX_QUESTION}
          />
          {issues[index]?.map((issue) => <p key={issue} className="notice warning">{ISSUES[issue]}</p>)}
          <p className="actions">
            <Button small aria-label={`Remove variant ${letter(index + 1)}`} onClick={() => remove(index)}>
              Remove
            </Button>
          </p>
        </div>
      ))}
      <p className="actions">
        <Button small disabled={fields.length >= MAX_RUNS - 1} onClick={() => append({ question })}>
          Add a variant
        </Button>
      </p>
      <label className="field">
        Prices
        <input
          value={prices}
          placeholder="9, 15, 25"
          maxLength={100}
          disabled={price === undefined}
          onChange={({ target: { value } }) => {
            setPrices(value);
            replace(priceLadder(question, pricesIn(value)).map((each) => ({ question: each })));
          }}
        />
      </label>
      <p className="hint">
        {price === undefined
          ? "Write a price such as $12 into the question: a ladder puts others in its place."
          : prices === ""
          ? `Each in place of ${price}, instead of the variants above. A comma with a space parts two prices.`
          : `Read as ${pricesIn(prices).join(" · ") || "no price"}.`}
      </p>
    </Folded>
  );
}
