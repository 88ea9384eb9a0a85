import { ServiceError } from "#client/index.ts";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useFormContext } from "react-hook-form";
import type { DataOf } from "../api/calls.ts";
import { CheckList, Fault, PairsField, SelectField, TextField } from "../components/form.tsx";
import { count, pct, segmentName, Time } from "../components/format.tsx";
import { Button, EmptyState } from "../components/page.tsx";
import { type Asked, audienceOf } from "./asked.ts";
import { audienceInWords } from "./conclusions.ts";
import { Suggestions } from "./preview.tsx";
import { labelOf } from "./scenario.tsx";

const EXAMPLES = [
  [
    "Should the country spend more on education and schools?",
    "calibrated: a survey asked the public just that",
  ],
  [
    "Would you pay $12 a month for this recipe service?",
    "a price, which the service reads and which moves the answers",
  ],
  [
    "Would you buy this oat milk for breakfast?",
    "on a known topic, but nobody has asked it: a wide interval",
  ],
  ["Is the sea a better place to rest than the mountains?", "on no topic that the service knows"],
] as const;

/** What can be asked, and what it is an example of. */
export function Examples({ onChoose }: { readonly onChoose: (question: string) => void }) {
  return (
    <EmptyState title="What to ask">
      <p>
        While you type you see what the answer would rest on. Two wordings, or several prices, are asked of
        the same agents under “A/B and price ladders”. Begin with one of these:
      </p>
      <ul className="plain stack">
        {EXAMPLES.map(([question, what]) => (
          <li key={question}>
            <Button onClick={() => onChoose(question)}>{question}</Button>
            <div className="soft">{what}</div>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

const SIZES = [100, 500, 1_000, 2_500, 5_000, 10_000];

/** How many agents are asked: any number that the plan allows, or one of the usual ones. */
export function AgentCount({ ceiling }: { readonly ceiling: number }) {
  const { setValue, watch } = useFormContext<Asked>();
  const sizes = [...new Set([...SIZES.filter((size) => size < ceiling), ceiling])];
  return (
    <div>
      <TextField
        name="agent_count"
        label="Agents"
        type="number"
        required
        min={1}
        max={ceiling}
        step={1}
        hint={`Your plan allows up to ${count(ceiling)} a simulation.`}
      />
      <p className="actions" role="group" aria-label="Usual numbers of agents">
        {sizes.map((size) => (
          <Button
            key={size}
            small
            aria-pressed={size === watch("agent_count")}
            onClick={() => setValue("agent_count", size)}
          >
            {count(size)}
          </Button>
        ))}
      </p>
    </div>
  );
}

/** Fields that few people need. They open where one of them is at fault. */
export function Folded({ summary, isOpen, children }: {
  readonly summary: ReactNode;
  /** Opens them once it is true. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isOpen && details.current !== null) details.current.open = true;
  }, [isOpen]);
  return (
    <details
      ref={details}
      className="folded"
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true;
      }}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

/** Who is asked of the population: segments by dimension, and what share of it they are. */
export function AudienceFields({ frame }: { readonly frame: DataOf<"previewSimulation">["frame"] }) {
  const { watch, formState: { errors } } = useFormContext<Asked>();
  const named = audienceOf(watch("audience"));
  const message = errors.audience?.message;
  return (
    <Folded
      isOpen={message !== undefined}
      summary={named === undefined
        ? "Audience: everybody"
        : `Audience: ${audienceInWords(named)} (${pct(frame.share_pct)} of the population)`}
    >
      <p className="hint">Only people in one of the ticked segments of each dimension are asked.</p>
      <div className="grid narrow">
        {frame.dimensions.map(({ dimension, segments }) => (
          <CheckList
            key={dimension}
            name={`audience.${dimension}`}
            label={labelOf(dimension)}
            options={segments.map((segment) => [segment, segmentName(segment)])}
          />
        ))}
      </div>
      <Fault label="The audience" message={message} />
    </Folded>
  );
}

export function MoreOptions() {
  const { formState: { errors } } = useFormContext<Asked>();
  const isAtFault = errors.seed !== undefined || errors.callback_url !== undefined ||
    errors.metadata !== undefined;
  return (
    <Folded isOpen={isAtFault} summary="Seed, Reading, callback, metadata">
      <TextField
        name="seed"
        label="Seed"
        type="number"
        min={0}
        max={Number.MAX_SAFE_INTEGER}
        step={1}
        hint="The same seed asks the same agents; one is drawn where you give none."
      />
      <SelectField
        name="reading"
        label="Reading"
        required
        options={[["yes", "explains the verdict afterwards"], ["no", "none, ever"]]}
      />
      <TextField
        name="callback_url"
        label="Callback URL"
        type="url"
        maxLength={2_048}
        hint="Gets this simulation's events, signed with the organization's callback secret."
      />
      <PairsField
        name="metadata"
        label="Metadata"
        row="pair"
        hint="Your own texts by name; they come back with the simulation, and lists find it by them."
      />
    </Folded>
  );
}

export function PlanLeft({ plan }: { readonly plan: DataOf<"showUsage"> }) {
  const left = (limit: number | null, used: number) =>
    limit === null ? "any number of" : count(Math.max(0, limit - used));
  return (
    <span className="soft wide-only">
      Plan {plan.plan_tier}: {left(plan.simulations_limit, plan.simulations_this_period)} simulations and{" "}
      {left(plan.agent_runs_limit, plan.agent_runs_this_period)} agents are left until{" "}
      <Time at={plan.period.end} show="date" />.
    </span>
  );
}

/** What to do about a refused question. */
export function Advice({ error }: { readonly error: unknown }) {
  const { setValue, clearErrors } = useFormContext<Asked>();
  if (!(error instanceof ServiceError)) return null;
  const set = (name: "agent_count" | "workflow_id" | "general", value: number | string | boolean) => {
    setValue(name, value as never);
    clearErrors();
  };
  const take = (agents: number, label: string) => (
    <Button small onClick={() => set("agent_count", agents)}>{label}</Button>
  );
  const usage = <Link to="/usage">usage and plan</Link>;
  switch (error.code) {
    case "insufficient_quota":
      return <p>A larger plan has more of them: see {usage}. Your question stays here.</p>;
    case "tier_cap_exceeded": {
      const left = error.meta.limit - error.meta.used;
      if (left < 1) return <p>A larger plan has more of them: see {usage}.</p>;
      return <p>Ask fewer, or see {usage}. {take(left, `Ask the ${count(left)} that are left`)}</p>;
    }
    case "agent_count_exceeds_plan":
      return <p>{take(error.meta.ceiling, `Take ${count(error.meta.ceiling)} agents`)}</p>;
    case "routing_low_confidence":
      return (
        <p className="actions">
          <Button small onClick={() => set("general", true)}>Take U.S. adults in general</Button>
          <Suggestions of={error.meta.alternatives} onChoose={(slug) => set("workflow_id", slug)} />
        </p>
      );
    case "invalid_workflow":
      return <p>It may have been withdrawn. Choose another methodology, or let the service choose.</p>;
    default:
      return null;
  }
}
