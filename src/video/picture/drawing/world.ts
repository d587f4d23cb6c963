import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { type GeoPermissibleObjects, type GeoProjection, geoCentroid, geoMercator, geoPath } from 'd3-geo';
import type { FeatureCollection, Geometry } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Box } from '../frame.ts';

const require = createRequire(import.meta.url);
type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;
type Land = FeatureCollection<Geometry, { name: string }>;

let world: Land | undefined;
/** Natural Earth's countries at 1:50 million (public domain). */
function countries(): Land {
  world ??= ((): Land => {
    const atlas = JSON.parse(
      readFileSync(require.resolve('world-atlas/countries-50m.json'), 'utf8'),
    ) as Atlas;
    return feature(atlas, atlas.objects.countries);
  })();
  return world;
}

interface Country {
  readonly cca2: string;
  readonly ccn3: string;
  readonly name: { readonly common: string };
}

const named = (code: string): Country | undefined =>
  (require('world-countries') as Country[]).find(({ cca2 }) => cca2 === code);

export interface Place {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
}

/** A part of the world, drawn flat: where its countries and places lie in a box. */
export interface WorldView {
  readonly project: (place: Place) => { readonly x: number; readonly y: number };
  readonly marked: readonly {
    readonly name: string;
    readonly x: number;
    readonly y: number;
    readonly paint: Painter;
  }[];
  readonly paintLand: Painter;
}

type Painter = (context: SKRSContext2D, fill: string, line: string) => void;

/** How much around a single place is shown, in degrees to each side. */
const around = 9;

export function viewOf(codes: readonly string[], places: readonly Place[], box: Box): WorldView {
  const all = countries();
  const wanted = codes.flatMap((code) => {
    const country = named(code);
    const land = all.features.find(({ id }) => id === country?.ccn3);
    return country && land ? [{ name: country.name.common, land }] : [];
  });
  const projection = fitted(
    wanted.map(({ land }) => land),
    places,
    box,
  );
  const painter =
    (shape: GeoPermissibleObjects): Painter =>
    (context, fill, line) => {
      const path = geoPath(projection, context);
      context.beginPath();
      path(shape);
      context.fillStyle = fill;
      context.fill();
      context.strokeStyle = line;
      context.lineWidth = 2;
      context.stroke();
    };
  const at = (point: [number, number]) => {
    const [x, y] = projection(point) ?? [box.x + box.w / 2, box.y + box.h / 2];
    return { x, y };
  };
  return {
    project: ({ lat, lon }) => at([lon, lat]),
    marked: wanted.map(({ name, land }) => ({ name, ...at(mainland(land)), paint: painter(land) })),
    paintLand: painter(all),
  };
}

/** The middle of a country's largest piece. */
function mainland(land: Land['features'][number]): [number, number] {
  const { geometry } = land;
  if (geometry.type !== 'MultiPolygon') return geoCentroid(land);
  const size = (ring: readonly (readonly number[])[]) => ring.length;
  const largest = geometry.coordinates.toSorted((a, b) => size(b[0]!) - size(a[0]!))[0]!;
  return geoCentroid({ type: 'Polygon', coordinates: largest });
}

function fitted(
  land: readonly Land['features'][number][],
  places: readonly Place[],
  box: Box,
): GeoProjection {
  const points = places.map(({ lat, lon }): [number, number] => [lon, lat]);
  // Overseas pieces would make every view a view of the world.
  const centres = land.map(mainland);
  const main = land.map((each) => piecesNear(each, mainland(each)));
  const extra =
    land.length === 0 || points.some((p) => centres.every((c) => Math.abs(c[0] - p[0]) > 40)) ? points : [];
  const wide = extra.flatMap(([lon, lat]): [number, number][] => [
    [lon - around, Math.max(-80, lat - around)],
    [lon + around, Math.min(80, lat + around)],
  ]);
  const shown = {
    type: 'GeometryCollection' as const,
    geometries: [...main, ...(wide.length > 0 ? [{ type: 'MultiPoint' as const, coordinates: wide }] : [])],
  };
  const middle = geoCentroid({ type: 'MultiPoint', coordinates: [...centres, ...extra] });
  const pad = Math.min(box.w, box.h) * 0.16;
  return geoMercator()
    .rotate([-middle[0], 0])
    .fitExtent(
      [
        [box.x + pad, box.y + pad],
        [box.x + box.w - pad, box.y + box.h - pad],
      ],
      shown,
    )
    .clipExtent([
      [box.x, box.y],
      [box.x + box.w, box.y + box.h],
    ]);
}

/** What of a country lies within a quarter of the globe's width around its largest piece. */
function piecesNear(land: Land['features'][number], [lon, lat]: readonly [number, number]) {
  const { geometry } = land;
  if (geometry.type !== 'MultiPolygon') return geometry;
  const near = geometry.coordinates.filter((polygon) => {
    const [x, y] = geoCentroid({ type: 'Polygon', coordinates: polygon });
    return Math.abs(x - lon) < 28 && Math.abs(y - lat) < 22;
  });
  return { ...geometry, coordinates: near.length > 0 ? near : geometry.coordinates };
}
