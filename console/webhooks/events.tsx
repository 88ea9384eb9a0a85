import { path } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { Loaded } from "../components/notices.tsx";
import { Page, Section } from "../components/page.tsx";
import { CopyButton } from "../components/status.tsx";

/** The catalogue of events: what each type says, the body that is sent, and its schema. */
export function EventsPage() {
  const types = useRead("listEventTypes", path`/v1/event-types`, {}, { staleTime: Infinity });
  return (
    <Page title="Events">
      <p>What a webhook can ask for. Each delivery is a signed POST of one of these bodies, as JSON.</p>
      <Loaded query={types} what="the events">
        {(events) =>
          events.map(({ type, description, schema, example }) => {
            const body = JSON.stringify(example, null, 2);
            return (
              <Section
                key={type}
                title={type}
                actions={<CopyButton text={body} what={`the example of ${type}`} />}
              >
                <p>{description}</p>
                <details>
                  <summary>Example of its body</summary>
                  <pre tabIndex={0} aria-label={`Example of ${type}`}>{body}</pre>
                </details>
                <details>
                  <summary>JSON Schema</summary>
                  <pre tabIndex={0} aria-label={`Schema of ${type}`}>{JSON.stringify(schema, null, 2)}</pre>
                </details>
              </Section>
            );
          })}
      </Loaded>
    </Page>
  );
}
