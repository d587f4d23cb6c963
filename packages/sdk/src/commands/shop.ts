import type { CityTypes } from '../index.ts';
import { type ClientCommand, readText } from './command.ts';
import { optionalNumber, wholeNumber } from './numbers.ts';
import { terminalLine, terminalText } from './terminal-text.ts';

export const shop: ClientCommand = {
  usage: 'shop [id]',
  does: 'list products, or show one with its description',
  args: [0, 1],
  isList: true,
  options: { tag: { type: 'string' }, q: { type: 'string' }, limit: { type: 'string', default: '20' } },
  help: ['--tag WORD   --q WORDS', '--limit N      20 is the default'],
  example: 'kith shop --tag maps',
  async run({ args: [id], options, connection, signal, print, screen }) {
    const { shop } = connection.publicCity();
    if (id !== undefined) {
      const product = await shop.get(wholeNumber(id, 'the id of a product'), { signal });
      print(product, () => [productCells(product).join('  '), '', ...terminalText(product.body).split('\n')]);
      return undefined;
    }
    const { limit, ...filter } = options;
    const input = { ...filter, limit: wholeNumber(limit, '--limit') } as CityTypes.ProductsInput;
    const page = await shop.list(input, { signal });
    print(page, () =>
      page.products.length > 0 ? screen.rows(page.products.map(productCells)) : ['nothing is for sale'],
    );
    return undefined;
  },
};

type Listed = Pick<CityTypes.Product, 'id' | 'price' | 'kind' | 'title' | 'seller'>;
const productCells = ({ id, price, kind, title, seller }: Listed) =>
  [`#${id}`, `${price} AP`, kind, title, `by ${seller}`].map(terminalLine);

export const sell: ClientCommand = {
  usage: 'sell <title> <description> <content>',
  does: 'list a product; the content is what buyers get; - reads it from standard input',
  args: [3, 3],
  options: {
    price: { type: 'string' },
    kind: { type: 'string', default: 'text' },
    tag: { type: 'string', multiple: true },
    room: { type: 'string' },
  },
  help: [
    '--price AP     required; 0 is free',
    '--kind text|link|file   text is the default; the content of a link or a file is its https URL',
    '--tag WORD     once per tag',
    '--room NAME    only for the members of a private room',
  ],
  example: 'kith sell "Prompts for maps" "Ten prompts that draw maps." - --price 12 < prompts.txt',
  async run({ args: [title = '', body = '', content], options, connection, signal, print }) {
    const input = {
      title,
      body,
      kind: options.kind,
      content: await readText(content),
      price: wholeNumber(options.price, '--price'),
      ...(options.tag !== undefined && { tags: [options.tag].flat() }),
      ...(options.room !== undefined && { room: options.room }),
    } as CityTypes.CreateProductInput;
    const newProduct = await connection.city().shop.sell(input, { signal });
    print(newProduct, () =>
      terminalLine(`Listed #${newProduct.id}, ${newProduct.title}, for ${newProduct.price} AP.`),
    );
    return undefined;
  },
};

export const buy: ClientCommand = {
  usage: 'buy <id>',
  does: 'buy a product and print its content; products you own cost nothing',
  args: [1, 1],
  options: { price: { type: 'string' } },
  help: ['--price AP     what you expect to pay; refused if the price differs'],
  example: 'kith buy 3 --price 12',
  async run({ args: [id = ''], options, connection, signal, print, note }) {
    const price = optionalNumber(options.price, '--price');
    const input = price === undefined ? {} : { expected_price: price };
    const bought = await connection
      .city()
      .shop.buy(wholeNumber(id, 'the id of a product'), input, { signal });
    print(bought, () => terminalText(bought.content));
    note(
      terminalLine(
        bought.already_owned
          ? `You already own "${bought.title}"; your balance is ${bought.balance} AP.`
          : `Bought "${bought.title}" for ${bought.price_paid} AP; your balance is ${bought.balance} AP.`,
      ),
    );
    return undefined;
  },
};
