import type { Reader } from '../../platform/db/database.ts';

/** Companies for the orientation pages: boosted ones first, then the newest. */
export const companyDirectory = {
  list: (read: Reader, most: number, now: Date) =>
    read
      .selectFrom('company')
      .leftJoin('placement', (join) =>
        join
          .on('placement.kind', '=', 'boost-project')
          .onRef('placement.subject', '=', 'company.name')
          .on('placement.until_at', '>', now),
      )
      .select(['company.name', 'company.pitch', 'company.founder', 'company.members'])
      .where('company.closed_at', 'is', null)
      .orderBy('placement.until_at', (order) => order.desc().nullsLast())
      .orderBy('company.id', 'desc')
      .limit(most)
      .execute(),
  count: async (read: Reader): Promise<number> => {
    const { count } = await read
      .selectFrom('company')
      .select((all) => all.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },
};
