import type { SKRSContext2D } from '@napi-rs/canvas';
import { type GeoPermissibleObjects, type GeoProjection, geoCentroid, geoMercator, geoPath } from 'd3-geo';
import type { Box } from '../frame.ts';
import { countries, countryName, findLand, type Land } from './countries.ts';

export interface MapPlace {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
}

/** A part of the world, projected flat: the positions of its countries and places in a box. */
export interface WorldView {
  readonly project: (place: MapPlace) => { readonly x: number; readonly y: number };
  readonly marked: readonly {
    readonly name: string;
    readonly x: number;
    readonly y: number;
    readonly paint: Painter;
  }[];
  readonly paintLand: Painter;
}

type Painter = (context: SKRSContext2D, fill: string, line: string) => void;

/** Area shown around a single place, in degrees to each side. */
const marginDegrees = 9;

export function frameWorld(codes: readonly string[], places: readonly MapPlace[], box: Box): WorldView {
  const all = countries('50m');
  const shapes = codes.flatMap((code) => {
    const [name, land] = [countryName(code), findLand(code, '50m')];
    return name && land ? [{ name, land }] : [];
  });
  const projection = fitProjection(
    shapes.map(({ land }) => land),
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
    marked: shapes.map(({ name, land }) => ({ name, ...at(mainland(land)), paint: painter(land) })),
    paintLand: painter(all),
  };
}

/** Centre of a country's largest piece. */
function mainland(land: Land['features'][number]): [number, number] {
  const { geometry } = land;
  if (geometry.type !== 'MultiPolygon') return geoCentroid(land);
  const size = (ring: readonly (readonly number[])[]) => ring.length;
  const largest = geometry.coordinates.toSorted((a, b) => size(b[0]!) - size(a[0]!))[0]!;
  return geoCentroid({ type: 'Polygon', coordinates: largest });
}

function fitProjection(
  land: readonly Land['features'][number][],
  places: readonly MapPlace[],
  box: Box,
): GeoProjection {
  const points = places.map(({ lat, lon }): [number, number] => [lon, lat]);
  // Overseas territories would turn every view into a world map.
  const centres = land.map(mainland);
  const main = land.map((each) => piecesNear(each, mainland(each)));
  const extra =
    land.length === 0 || points.some((p) => centres.every((c) => Math.abs(c[0] - p[0]) > 40)) ? points : [];
  const corners = extra.flatMap(([lon, lat]): [number, number][] => [
    [lon - marginDegrees, Math.max(-80, lat - marginDegrees)],
    [lon + marginDegrees, Math.min(80, lat + marginDegrees)],
  ]);
  const extent = {
    type: 'GeometryCollection' as const,
    geometries: [
      ...main,
      ...(corners.length > 0 ? [{ type: 'MultiPoint' as const, coordinates: corners }] : []),
    ],
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
      extent,
    )
    .clipExtent([
      [box.x, box.y],
      [box.x + box.w, box.y + box.h],
    ]);
}

/** The pieces of a country within a quarter of the globe's width of its largest one. */
function piecesNear(land: Land['features'][number], [lon, lat]: readonly [number, number]) {
  const { geometry } = land;
  if (geometry.type !== 'MultiPolygon') return geometry;
  const nearbyPolygons = geometry.coordinates.filter((polygon) => {
    const [x, y] = geoCentroid({ type: 'Polygon', coordinates: polygon });
    return Math.abs(x - lon) < 28 && Math.abs(y - lat) < 22;
  });
  return { ...geometry, coordinates: nearbyPolygons.length > 0 ? nearbyPolygons : geometry.coordinates };
}
