import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { type BodyOf, type DataOf, path } from "../api/calls.ts";
import { useChange, useList, useRead } from "../api/queries.ts";
import { Form, SelectField, TextArea } from "../components/form.tsx";
import { ErrorNotice, Loaded } from "../components/notices.tsx";
import { Page } from "../components/page.tsx";
import {
  type Asked,
  MAX_QUESTION,
  requestOf,
  SHORTEST_QUESTION,
  startingValues,
  usePreview,
} from "./asked.ts";
import { Advice, AgentCount, Examples, MoreOptions, PlanLeft } from "./ask-parts.tsx";
import { PreviewPanel } from "./preview.tsx";
import { ScenarioFields } from "./scenario.tsx";

type Usage = DataOf<"showUsage">;

const route = getRouteApi("/");

/** A question, with what would come of it beside it while it is typed. */
export function AskPage() {
  const { again } = route.useSearch();
  const usage = useRead("showUsage", path`/v1/usage`);
  return (
    <Page title="Ask a question">
      <Loaded query={usage} what="your plan">
        {({ data: plan }) =>
          again === undefined
            ? <AskForm key="new" plan={plan} draft="ask" />
            : <AskAgain key={again} id={again} plan={plan} />}
      </Loaded>
    </Page>
  );
}

/** The form with everything that a simulation was asked with. */
function AskAgain({ id, plan }: { readonly id: string; readonly plan: Usage }) {
  const former = useRead("showSimulation", path`/v1/simulations/${id}`);
  return (
    <Loaded query={former} what="the question">
      {({ data }) => <AskForm plan={plan} again={data} draft={`ask ${id}`} />}
    </Loaded>
  );
}

function AskForm({ plan, again, draft }: {
  readonly plan: Usage;
  readonly again?: DataOf<"showSimulation">;
  readonly draft: string;
}) {
  const navigate = useNavigate();
  // What the fields show last: the methodology in question, and its scenario.
  const shown = useRef<Shown>({ slug: null, overrides: undefined });
  const [isIncomplete, setIncomplete] = useState(false);
  const changes = { changes: ["listSimulations", "showUsage"] } as const;
  const create = useChange(
    (body: BodyOf<"createSimulation">) =>
      ({ operation: "createSimulation", method: "POST", path: path`/v1/simulations`, body }) as const,
    changes,
  );
  const auto = useChange(
    (body: BodyOf<"autoSimulation">) =>
      ({ operation: "autoSimulation", method: "POST", path: path`/v1/simulations/auto`, body }) as const,
    changes,
  );
  const ask = async (values: Asked): Promise<string> => {
    const { overrides } = shown.current;
    const { workflow_id } = values;
    const request = requestOf(values);
    if (workflow_id === "") {
      return (await auto.mutateAsync({ ...request, ...(overrides === undefined ? {} : { overrides }) })).id;
    }
    const scenario = overrides === undefined ? {} : { scenario_context: overrides };
    return (await create.mutateAsync({ ...request, workflow_id, ...scenario })).id;
  };
  return (
    <Form<Asked>
      defaults={startingValues(plan.agent_count_ceiling, again)}
      draft={draft}
      submit="Ask"
      isWaiting={isIncomplete}
      aside={
        <>
          <PlanLeft plan={plan} />
          <span role="status">
            {isIncomplete
              ? "The scenario can be sent once its methodology is known: wait a moment, or choose one."
              : ""}
          </span>
        </>
      }
      advice={(error, form) => <Advice error={error} form={form} />}
      fieldOf={(pointer) => fieldOf(pointer, shown.current.slug)}
      onSubmit={async (values) => {
        const id = await ask(values);
        await navigate({ to: "/simulations/$id", params: { id } });
      }}
    >
      {(form) => (
        <AskFields
          form={form}
          ceiling={plan.agent_count_ceiling}
          onShown={(now, isIncompleteNow) => {
            shown.current = now;
            setIncomplete(isIncompleteNow);
          }}
        />
      )}
    </Form>
  );
}

interface Shown {
  readonly slug: string | null;
  readonly overrides: Record<string, unknown> | undefined;
}

/** The field beside which a fault of the request stands. */
function fieldOf(pointer: string, slug: string | null): string | undefined {
  const [, within, name] = /^\/(overrides|scenario_context)\/([^/]+)/.exec(pointer) ?? [];
  return within === undefined || slug === null ? undefined : `scenario.${slug}.${name}`;
}

function AskFields({ form, ceiling, onShown }: {
  readonly form: UseFormReturn<Asked>;
  readonly ceiling: number;
  readonly onShown: (shown: Shown, isIncomplete: boolean) => void;
}) {
  const values = useWatch({ control: form.control }) as Asked;
  const { slug, schema, overrides, isIncomplete, unread, ...shown } = usePreview(values, ceiling);
  useEffect(() => onShown({ slug, overrides }, isIncomplete));
  const workflows = useList("listWorkflows", path`/v1/workflows`, { limit: 100 });
  const choose = (workflow_id: string) => {
    form.setValue("workflow_id", workflow_id);
    form.clearErrors();
  };
  const takeExample = (question: string) => {
    form.setValue("question", question);
    form.setFocus("question");
  };
  const methodologies = (workflows.items ?? []).map(({ workflow_id, name }) => [workflow_id, name] as const);
  return (
    <div className="ask">
      <div className="ask-question">
        <TextArea
          name="question"
          label="Question"
          hint="One that people can answer with yes or no, one thing at a time. Every agent is asked these words."
          required
          minLength={SHORTEST_QUESTION}
          maxLength={MAX_QUESTION}
        />
        {values.question.trim() === "" ? <Examples onChoose={takeExample} /> : null}
      </div>
      <div className="ask-preview">
        {values.question.trim().length < SHORTEST_QUESTION
          ? null
          : <PreviewPanel {...shown} chosen={values.workflow_id} onChoose={choose} />}
      </div>
      <div className="ask-rest">
        <AgentCount form={form} agents={values.agent_count} ceiling={ceiling} />
        <SelectField
          name="workflow_id"
          label="Methodology"
          options={[["", "as the service chooses"], ...withChosen(methodologies, values.workflow_id)]}
        />
        {unread === null ? null : <ErrorNotice error={unread.error} retry={() => unread.refetch()} />}
        {schema === undefined || slug === null ? null : (
          <fieldset className="group fields">
            <legend>Scenario of {shown.workflow?.name ?? slug}</legend>
            <ScenarioFields schema={schema} prefix={`scenario.${slug}`} />
          </fieldset>
        )}
        <MoreOptions />
      </div>
    </div>
  );
}

/** A select shows a value only when it has it: also while the list is on its way. */
function withChosen(methodologies: readonly (readonly [string, string])[], chosen: string) {
  const isThere = chosen === "" || methodologies.some(([slug]) => slug === chosen);
  return isThere ? methodologies : [...methodologies, [chosen, chosen] as const];
}
