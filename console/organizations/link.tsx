import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { path } from "../api/calls.ts";
import { useRead } from "../api/queries.ts";
import { given, useFilters } from "../components/filters.tsx";

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
export function OrganizationFilter() {
  const [filters, change] = useFilters();
  const id = filters["organization_id"];
  const choose = (organization_id: string | undefined) => change(given({ ...filters, organization_id }));
  const list = useId();
  const [typed, setTyped] = useState("");
  const found = useRead("adminListOrganizations", path`/v1/admin/organizations`, {
    limit: SUGGESTED,
    ...typed.trim() === "" ? {} : { name: typed.trim() },
  }, { enabled: id === undefined });
  if (id !== undefined) return <ChosenOrganization id={id} onLeave={() => choose(undefined)} />;
  const options = found.data?.data ?? [];
  return (
    <label className="filters">
      Organization
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
          choose(named.id);
        }}
      />
      <datalist id={list}>
        {options.map(({ id, name }) => <option key={id} value={name} />)}
      </datalist>
    </label>
  );
}

function ChosenOrganization({ id, onLeave }: { readonly id: string; readonly onLeave: () => void }) {
  const chosen = useRead("adminShowOrganization", path`/v1/admin/organizations/${id}`);
  return (
    <p>
      Organization: <strong>{chosen.data?.data.name ?? `…${id.slice(-12)}`}</strong>{" "}
      <button type="button" className="small" onClick={onLeave}>All organizations</button>
    </p>
  );
}
