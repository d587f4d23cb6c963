import { paged } from './paged.js';
export function groupsOf(table, caller) {
    const { '': own = {}, ...groups } = table;
    return {
        ...callsOf(own, caller),
        ...Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, callsOf(group, caller)])),
    };
}
function callsOf(group, caller) {
    const calls = Object.entries(group).filter(([, { answer }]) => answer !== 'socket');
    return Object.fromEntries(calls.map(([name, entry]) => [
        name,
        (...given) => (entry.items ? paged(caller, entry, given) : caller.call(entry, given)),
    ]));
}
