import type { SKRSContext2D } from '@napi-rs/canvas';
import type { RandomSource } from '../../seeded-random.ts';
import type { Box } from '../frame.ts';
import { blendColours } from '../look/colour.ts';

type Pattern = 'waves' | 'grains' | 'planks' | 'bricks' | 'cracks' | 'puffs' | 'plain';

interface Material {
  readonly words: RegExp;
  readonly colour: string;
  readonly pattern: Pattern;
}

/** How a cut through a material looks. */
const materials: readonly Material[] = [
  { words: /\b(?:lava|magma|molten)\b/i, colour: '#f2542d', pattern: 'waves' },
  { words: /\b(?:ice|glacier|permafrost|snow)\b/i, colour: '#d9f0fb', pattern: 'cracks' },
  { words: /\b(?:bricks?)\b/i, colour: '#b5523b', pattern: 'bricks' },
  {
    words: /\b(?:wood|wooden|timber|planks?|trunks?|piles|logs?|bark)\b/i,
    colour: '#9a6a3c',
    pattern: 'planks',
  },
  {
    words: /\b(?:groundwater|(?:sea|salt|fresh|melt)?water|sea|ocean|lake|river|lagoon|canal)\b/i,
    colour: '#2f8fd8',
    pattern: 'waves',
  },
  { words: /\b(?:oil|petroleum|tar|asphalt|coal)\b/i, colour: '#33302f', pattern: 'grains' },
  { words: /\b(?:humus|peat|topsoil|compost)\b/i, colour: '#4a3323', pattern: 'grains' },
  { words: /\b(?:mud|clay|silt)\b/i, colour: '#8a6248', pattern: 'waves' },
  { words: /\b(?:soil|subsoil|earth|dirt)\b/i, colour: '#7a5134', pattern: 'grains' },
  { words: /\b(?:sand|gravel|sediments?|desert)\b/i, colour: '#d9b26a', pattern: 'grains' },
  {
    words: /\b(?:rocks?|bedrock|stones?|limestone|granite|basalt|marble|concrete|cement|crust|shale)\b/i,
    colour: '#8f9299',
    pattern: 'cracks',
  },
  { words: /\b(?:mantle)\b/i, colour: '#d9653b', pattern: 'grains' },
  { words: /\b(?:core|iron|steel|metal|copper|gold|lead)\b/i, colour: '#c9a24a', pattern: 'plain' },
  { words: /\b(?:grass|leaves|forest|plants?|canopy)\b/i, colour: '#4f9d4a', pattern: 'puffs' },
  {
    words: /\b(?:air|sky|atmosphere|clouds?|gas|steam|vapou?r|troposphere|stratosphere|mesosphere)\b/i,
    colour: '#a8d4f2',
    pattern: 'puffs',
  },
  { words: /\b(?:skin|epidermis|dermis|fat|muscles?|flesh)\b/i, colour: '#e3a389', pattern: 'puffs' },
];

/** Layers of unknown materials are told apart by their colours. */
const others = ['#5f7fb8', '#8a6fb5', '#4f9c94', '#c07a5c', '#7d8a4f', '#a5628a', '#61718c'];

/** Paints a cut through a material, named in any words, into the box. */
export function paintMaterial(
  context: SKRSContext2D,
  box: Box,
  { name, index, random }: { readonly name: string; readonly index: number; readonly random: RandomSource },
): void {
  const known = materials.find(({ words }) => words.test(name));
  const colour = known?.colour ?? others[index % others.length]!;
  const shade = context.createLinearGradient(0, box.y, 0, box.y + box.h);
  shade.addColorStop(0, blendColours(colour, '#ffffff', 0.14));
  shade.addColorStop(1, blendColours(colour, '#000000', 0.16));
  context.fillStyle = shade;
  context.fillRect(box.x, box.y, box.w, box.h);
  context.strokeStyle = blendColours(colour, '#000000', 0.3);
  context.fillStyle = blendColours(colour, '#000000', 0.28);
  context.lineWidth = 4;
  patterns[known?.pattern ?? 'plain'](context, box, random, blendColours(colour, '#ffffff', 0.3));
}

const patterns: Readonly<
  Record<Pattern, (context: SKRSContext2D, box: Box, random: RandomSource, lighter: string) => void>
> = {
  plain: () => {},
  waves(context, { x, y, w, h }, random, lighter) {
    context.strokeStyle = lighter;
    for (let line = y + 26; line < y + h; line += 52) {
      const phase = random() * 6;
      context.beginPath();
      for (let at = 0; at <= w; at += 12) context.lineTo(x + at, line + Math.sin(at / 44 + phase) * 9);
      context.stroke();
    }
  },
  grains(context, { x, y, w, h }, random) {
    const count = (w * h) / 900;
    for (let i = 0; i < count; i++) {
      context.beginPath();
      context.arc(x + random() * w, y + random() * h, 2 + random() * 5, 0, Math.PI * 2);
      context.fill();
    }
  },
  planks(context, { x, y, w, h }, random) {
    for (let line = y + 34; line < y + h; line += 34) {
      context.beginPath();
      context.moveTo(x, line);
      context.lineTo(x + w, line);
      const joint = x + random() * w;
      context.moveTo(joint, line - 34);
      context.lineTo(joint, line);
      context.stroke();
    }
  },
  bricks(context, { x, y, w, h }, _, lighter) {
    context.strokeStyle = lighter;
    const [brickW, brickH] = [110, 44];
    for (let row = 0; row * brickH < h; row++) {
      const top = y + row * brickH;
      context.strokeRect(x - 4, top, w + 8, brickH);
      for (let at = row % 2 === 0 ? brickW : brickW / 2; at < w; at += brickW) {
        context.beginPath();
        context.moveTo(x + at, top);
        context.lineTo(x + at, top + brickH);
        context.stroke();
      }
    }
  },
  cracks(context, { x, y, w, h }, random) {
    for (let i = 0; i < (w * h) / 24_000; i++) {
      let [at, line] = [x + random() * w, y + random() * h];
      context.beginPath();
      context.moveTo(at, line);
      for (let k = 0; k < 3; k++) {
        at += (random() - 0.5) * 90;
        line += random() * 44;
        context.lineTo(at, line);
      }
      context.stroke();
    }
  },
  puffs(context, { x, y, w, h }, random, lighter) {
    context.fillStyle = lighter;
    for (let i = 0; i < (w * h) / 26_000; i++) {
      const [at, line, r] = [x + random() * w, y + random() * h, 16 + random() * 22];
      context.beginPath();
      context.ellipse(at, line, r * 2, r, 0, 0, Math.PI * 2);
      context.fill();
    }
  },
};
