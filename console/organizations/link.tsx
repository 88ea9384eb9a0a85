import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useRead } from "../api/queries.ts";
import { useFilters } from "../components/filters.tsx";
import { Button } from "../components/page.tsx";
import { type Columns } from "../components/table.tsx";

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

export const ORGANIZATION_COLUMN: Columns<OfOrganization> = {
  Organization: (row) => <OrganizationLink of={row} />,
};

const SUGGESTED = 20;

/** Picks one organization by its name; the page's address keeps its id. */
export function OrganizationFilter() {
  const [filters, change] = useFilters();
  const id = filters["organization_id"];
  const [typed, setTyped] = useState("");
  const choose = (organization_id: string | undefined) => {
    setTyped("");
    change({ ...filters, organization_id });
  };
  const found = useRead("adminListOrganizations", {
    limit: SUGGESTED,
    ...typed.trim() === "" ? {} : { name: typed.trim() },
  }, { enabled: id === undefined });
  const chosen = useRead("adminShowOrganization", { id: id ?? "" }, { enabled: id !== undefined });
  if (id !== undefined) {
    return (
      <p>
        Organization: <strong>{chosen.data?.name ?? `…${id.slice(-12)}`}</strong>{" "}
        <Button small onClick={() => choose(undefined)}>All organizations</Button>
      </p>
    );
  }
  const options = found.data ?? [];
  return (
    <form
      className="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (options.length === 1) choose(options[0]?.id);
      }}
    >
      <label>
        Organization
        <input
          type="search"
          placeholder="Part of its name"
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={({ target: { value } }) => setTyped(value)}
        />
      </label>
      {typed.trim() === "" || found.data === undefined ? null : (
        <p className="actions" role="status">
          {options.length === 0
            ? "No organization has this in its name."
            : options.map((each) => (
              <Button key={each.id} small onClick={() => choose(each.id)}>{each.name}</Button>
            ))}
        </p>
      )}
    </form>
  );
}
