import Sitemapper from 'sitemapper';

const url = process.argv[2] ?? '';
const { sites } = await new Sitemapper({ url, timeout: 5_000, debug: false }).fetch();
process.stdout.write(JSON.stringify(sites));
