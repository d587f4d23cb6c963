import type { ServiceCaller } from './caller.ts';
import { paged } from './paged.ts';
import type { RouteEntry, RouteTable } from './route-entry.ts';

type Groups = Record<string, unknown>;

/**
 * The calls of a service as functions in their groups, built from its route table; their types are next to the table.
 */
export function bindGroups(table: RouteTable, caller: ServiceCaller): Groups {
  const { '': own = {}, ...groups } = table;
  return {
    ...bindCalls(own, caller),
    ...Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, bindCalls(group, caller)])),
  };
}

function bindCalls(group: Readonly<Record<string, RouteEntry>>, caller: ServiceCaller): Groups {
  const calls = Object.entries(group).filter(([, { answer }]) => answer !== 'socket');
  return Object.fromEntries(
    calls.map(([name, entry]) => [
      name,
      (...given: unknown[]) => (entry.items ? paged(caller, entry, given) : caller.call(entry, given)),
    ]),
  );
}
