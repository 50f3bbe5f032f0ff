/** The record at a place of the list, as JSON text: nine fields, some 230 bytes. */
export function recordAt(at: number): string {
  return JSON.stringify({
    id: `rec_${String(at).padStart(8, '0')}`,
    type: at % 5 === 0 ? 'company' : 'person',
    name: `Somebody ${at}`,
    email: `somebody${at}@example.com`,
    stage: ['lead', 'contacted', 'customer', 'lost'][at % 4],
    seats: at % 40,
    city: ['Lisbon', 'Oslo', 'Turin'][at % 3],
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  })
}
