import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hexColor } from '../../../../../src/utility/pages/images/color.ts';
import { imageFacts } from '../../../../../src/utility/pages/images/image-facts.ts';
import { imageSize } from '../../../../../src/utility/pages/images/image-size.ts';
import { styleColors } from '../../../../../src/utility/pages/images/style-colors.ts';
import { twoColors } from '../../../../fixtures/utility/pages/images/made-images.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

test('sizes are read from the bytes of each image format', () => {
  const cases: [string, Buffer, [string, number, number] | null][] = [
    ['png', twoColors(40, 30, [1, 2, 3, 255], [1, 2, 3, 255]), ['image/png', 40, 30]],
    ['gif', bytes('GIF89a', [0x2c, 0x01, 0x64, 0x00, 0, 0]), ['image/gif', 300, 100]],
    [
      'jpeg behind an EXIF segment',
      bytes(
        [0xff, 0xd8, 0xff, 0xe1, 0, 6],
        'Exif',
        [0xff, 0xc2, 0, 17, 8, 0x02, 0x00, 0x03, 0x20, 3, 1, 0x22],
      ),
      ['image/jpeg', 800, 512],
    ],
    [
      'webp, lossy',
      bytes(
        'RIFF',
        [0, 0, 0, 0],
        'WEBPVP8 ',
        [0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0x00],
      ),
      ['image/webp', 320, 240],
    ],
    [
      'webp, lossless',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0, 0x2f, 0x3f, 0xc1, 0x3b, 0, 0, 0, 0, 0, 0]),
      ['image/webp', 320, 240],
    ],
    [
      'webp, extended',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 0x3f, 0x01, 0, 0xef, 0, 0]),
      ['image/webp', 320, 240],
    ],
    [
      'icon with 16 and 256',
      bytes([0, 0, 1, 0, 2, 0], [16, 16, ...Array(14).fill(0)], [0, 0, ...Array(14).fill(0)]),
      ['image/x-icon', 256, 256],
    ],
    [
      'svg',
      bytes('<?xml version="1.0"?><svg width="120px" height="40" viewBox="0 0 9 9">'),
      ['image/svg+xml', 120, 40],
    ],
    ['svg by its box', bytes('<svg width="100%" viewBox="0 0 64.2 32">'), ['image/svg+xml', 64, 32]],
    ['page', bytes('<!doctype html><p>Nothing'), null],
    ['cut off', bytes('\x89PNG\r\n\x1a\n'), null],
    ['jpeg without a frame', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), null],
    ['empty', bytes(), null],
  ];
  for (const [name, image, wanted] of cases) {
    const size = imageSize(image);
    assert.deepEqual(size && [size.type, size.width, size.height], wanted, name);
  }
});

test('colours of pictures (with every row filter) and of drawings are measured', () => {
  const png = twoColors(20, 5, [200, 16, 46, 255], [1, 33, 105, 255], [0, 1, 2, 3, 4]);
  assert.deepEqual(imageFacts({ bytes: png, colors: true }).colors, [
    { color: '#c8102e' },
    { color: '#012169' },
  ]);
  const clear = twoColors(20, 5, [0, 0, 0, 0], [1, 33, 105, 255], [4, 3, 2, 1, 0]);
  assert.deepEqual(imageFacts({ bytes: clear, colors: true }).colors, [{ color: '#012169' }]);
  assert.deepEqual(imageFacts({ bytes: png.subarray(0, 60), colors: true }).colors, []);
  assert.deepEqual(imageFacts({ bytes: png, colors: false }).colors, []);
  const svg =
    '<svg viewBox="0 0 1 1"><path fill="#F60"/><path style="fill:#f60;stroke:none"/><g stroke="rgb(0, 51, 102)"/>';
  assert.deepEqual(imageFacts({ bytes: Buffer.from(svg), colors: true }).colors, [
    { color: '#ff6600' },
    { color: '#003366' },
  ]);
});

test('colours are parsed in every form that style sheets use', () => {
  for (const [text, wanted] of [
    ['#ABC', '#aabbcc'],
    ['#12345678', '#123456'],
    ['#1230', null],
    ['rgb(255 0 0 / 50%)', '#ff0000'],
    ['rgba(1,2,3,0)', null],
    ['hsl(210, 100%, 20%)', '#003366'],
    ['222.2 47.4% 11.2%', '#0f172a'],
    ['navy', '#000080'],
    ['var(--x)', null],
    ['currentColor', null],
    ['rgb(a, b, c)', null],
  ] as const)
    assert.equal(hexColor(text), wanted, text);
  const css = `:root{--accent: teal;--color-primary:#036;--brand-red : #c8102e;--primary-hover:#111;--primary-foreground:#fff;
    --bs-primary:#0d6efd;--wp--preset--color--primary:#f00;--gap:4px;--primary-size:12px}`;
  assert.deepEqual(styleColors({ css }), [
    { name: '--brand-red', color: '#c8102e' },
    { name: '--color-primary', color: '#003366' },
    { name: '--accent', color: '#008080' },
  ]);
});
