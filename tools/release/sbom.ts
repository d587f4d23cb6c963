import { createHash } from 'node:crypto';

interface Bom {
  serialNumber: string;
  metadata: { timestamp: string; component: { name: string } };
  components: unknown[];
}

/**
 * Makes npm's CycloneDX list reproducible: the time is that of the commit, the serial number is derived from
 * the content, and the name is that of the package, not the folder.
 */
export function makeReproducible(text: string, { name, at }: { name: string; at: Date }): string {
  const bom = JSON.parse(text) as Bom;
  bom.metadata.timestamp = at.toISOString();
  bom.metadata.component.name = name;
  bom.serialNumber = '';
  bom.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bom))}`;
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** A version 8 UUID derived from a hash (RFC 9562). */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
