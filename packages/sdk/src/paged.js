const mostPages = 1_000_000;
export function paged(caller, entry, given) {
    let first;
    const begun = () => {
        first ??= caller.call(entry, given);
        return first;
    };
    return {
        then: (onAnswer, onError) => begun().then(onAnswer, onError),
        catch: (onError) => begun().catch(onError),
        finally: (onEnd) => begun().finally(onEnd),
        [Symbol.toStringTag]: 'Paged',
        async *[Symbol.asyncIterator]() {
            let page = (await begun());
            for (let count = 1;; count++) {
                yield* page[entry.items ?? ''];
                if (typeof page.next !== 'string' || count >= mostPages)
                    return;
                page = (await caller.page(entry, given, page.next));
            }
        },
    };
}
