import { useState } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { TextArea } from "../components/form.tsx";
import { type Asked, MAX_QUESTION, priceIn, priceLadder, pricesIn, SHORTEST_QUESTION } from "./asked.ts";
import { Folded } from "./ask-parts.tsx";
import { type Issue, ISSUES } from "./conclusions.ts";
import { letter } from "./run-names.ts";
import { MAX_RUNS } from "./search.ts";

/** Other wordings or prices, which the same agents answer in one go. */
export function VariantFields({ question, issues }: {
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
      isAtFault={errors.variants !== undefined}
      summary={fields.length === 0
        ? "A/B and price ladders"
        : `A/B: ${fields.length + 1} variants, asked of the same agents`}
    >
      <p className="hint">
        Up to {MAX_RUNS}{" "}
        with the question itself, with one methodology and one seed. Each counts as a simulation.
      </p>
      {fields.map(({ id }, index) => (
        <div key={id} className="variant">
          <TextArea
            name={`variants.${index}.question`}
            label={`Variant ${letter(index + 1)}`}
            required
            minLength={SHORTEST_QUESTION}
            maxLength={MAX_QUESTION}
          />
          {issues[index]?.map((issue) => <p key={issue} className="notice warning">{ISSUES[issue]}</p>)}
          <button
            type="button"
            className="small"
            aria-label={`Remove variant ${letter(index + 1)}`}
            onClick={() => remove(index)}
          >
            Remove
          </button>
        </div>
      ))}
      <p className="actions">
        <button
          type="button"
          className="small"
          disabled={fields.length >= MAX_RUNS - 1}
          onClick={() => append({ question })}
        >
          Add a variant
        </button>
      </p>
      <div className="ladder">
        <label>
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
        <span className="hint">
          {price === undefined
            ? "Write a price such as $12 into the question: a ladder puts others in its place."
            : prices === ""
            ? `Each in place of ${price}, instead of the variants above. A comma with a space parts two prices.`
            : `Read as ${pricesIn(prices).join(" · ") || "no price"}.`}
        </span>
      </div>
    </Folded>
  );
}
