/** Every field that the legitimate cases name, but for `script` in one of them. */
export const mappings = {
  properties: {
    id: { type: 'keyword' },
    name: {
      type: 'text',
      fields: { keyword: { type: 'keyword' }, stem: { type: 'text' }, prefix: { type: 'text' } },
    },
    description: { type: 'text' },
    tax_code: { type: 'keyword' },
    legal_status: { type: 'text', fields: { keyword: { type: 'keyword' } } },
    founded_year: { type: 'integer' },
    region: { type: 'keyword' },
    city: { type: 'keyword' },
    location: { type: 'geo_point' },
    created: { type: 'date' },
    revenue: { type: 'double' },
    big: { type: 'long' },
    ip: { type: 'ip' },
    active: { type: 'boolean' },
    tags: { type: 'keyword' },
    contacts: {
      type: 'nested',
      properties: { name: { type: 'text' }, role: { type: 'keyword' }, age: { type: 'integer' } },
    },
    suggest: { type: 'completion' },
    span: { type: 'integer_range' },
    vector: { type: 'dense_vector', dims: 3, index: true, similarity: 'cosine' },
  },
}
