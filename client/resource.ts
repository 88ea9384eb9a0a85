import { type List, listOf } from "./list.ts";
import { type Operation, pathOf, type Transport } from "./transport.ts";
import type { BodyOf, CallOptions, DataOf, FiltersOf, ItemOf, WriteOptions } from "./types.ts";

type Answered<Id extends Operation> = Promise<[DataOf<Id>] extends [never] ? void : DataOf<Id>>;

/** Gets what there is one of. */
export type Gets<Id extends Operation> = (options?: CallOptions) => Answered<Id>;
/** Reads, or deletes, what has an id. */
export type Reads<Id extends Operation> = (id: string, options?: CallOptions) => Answered<Id>;
/** Acts on what has an id: once, whatever the number of attempts. */
export type Acts<Id extends Operation> = (id: string, options?: WriteOptions) => Answered<Id>;
/** Changes what has an id. */
export type Changes<Id extends Operation> = (
  id: string,
  change: BodyOf<Id>,
  options?: WriteOptions,
) => Answered<Id>;
/** Creates something: once, whatever the number of attempts. */
export type Creates<Id extends Operation> = (body: BodyOf<Id>, options?: WriteOptions) => Answered<Id>;
/** Lists, newest first. */
export type Lists<Id extends Operation> = (
  filters?: FiltersOf<Id>,
  options?: CallOptions,
) => List<ItemOf<Id>>;
/** Lists what belongs to something that has an id, newest first. */
export type ListsOf<Id extends Operation> = (
  id: string,
  filters?: FiltersOf<Id>,
  options?: CallOptions,
) => List<ItemOf<Id>>;

/** The operations of a resource, each a method that the document's table gives its path, and the generated types the rest. */
export abstract class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  protected gets<Id extends Operation>(operation: Id): Gets<Id> {
    return (options) => this.transport.answer(operation, {}, options) as Answered<Id>;
  }

  protected byId<Id extends Operation>(operation: Id): Acts<Id> {
    return (id, options) => this.transport.answer(operation, { ids: [id] }, options) as Answered<Id>;
  }

  protected changes<Id extends Operation>(operation: Id): Changes<Id> {
    return (id, body, options) =>
      this.transport.answer(operation, { ids: [id], body }, options) as Answered<Id>;
  }

  protected creates<Id extends Operation>(operation: Id): Creates<Id> {
    return (body, options) => this.transport.answer(operation, { body }, options) as Answered<Id>;
  }

  protected lists<Id extends Operation>(operation: Id): Lists<Id> {
    return (filters, options) => listOf(this.transport, operation, pathOf(operation), filters, options);
  }

  protected listsOf<Id extends Operation>(operation: Id): ListsOf<Id> {
    return (id, filters, options) =>
      listOf(this.transport, operation, pathOf(operation, id), filters, options);
  }
}
