export interface StructuredItem {
  format: 'json-ld' | 'microdata' | 'rdfa';
  type: string | null;
  data: Record<string, unknown>;
}
