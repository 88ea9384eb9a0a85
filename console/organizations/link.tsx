import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { path } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";

interface OfOrganization {
  readonly organization_id: string;
  readonly organization_name: string | null;
}

/** An organization's page for operators, by its name. */
export function OrganizationLink({ of: { organization_id: id, organization_name } }: {
  readonly of: OfOrganization;
}) {
  return (
    <Link to="/operate/organizations/$id" params={{ id }}>{organization_name ?? `…${id.slice(-12)}`}</Link>
  );
}

/** Names that are suggested. */
const SUGGESTED = 20;

/** Picks one organization by its name; the page's address keeps its id. */
export function OrganizationFilter({ id, onChange }: {
  readonly id: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}) {
  const list = useId();
  const [typed, setTyped] = useState("");
  const found = useRead("adminListOrganizations", path`/v1/admin/organizations`, {
    limit: SUGGESTED,
    ...typed.trim() === "" ? {} : { name: typed.trim() },
  }, { enabled: id === undefined });
  if (id !== undefined) return <ChosenOrganization id={id} onChange={onChange} />;
  const options = found.data?.data ?? [];
  return (
    <label className="chosen">
      Organization{" "}
      <input
        type="search"
        list={list}
        placeholder="Its name"
        maxLength={100}
        autoComplete="off"
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value);
          const named = options.find(({ name }) => name === value);
          if (named === undefined) return;
          setTyped("");
          onChange(named.id);
        }}
      />
      <datalist id={list}>
        {options.map(({ id, name }) => <option key={id} value={name} />)}
      </datalist>
    </label>
  );
}

function ChosenOrganization({ id, onChange }: {
  readonly id: string;
  readonly onChange: (id: undefined) => void;
}) {
  const chosen = useRead("adminShowOrganization", path`/v1/admin/organizations/${id}`);
  return (
    <p className="chosen">
      Organization: <strong>{chosen.data?.data.name ?? `…${id.slice(-12)}`}</strong>{" "}
      <button type="button" className="small" onClick={() => onChange(undefined)}>All organizations</button>
    </p>
  );
}
