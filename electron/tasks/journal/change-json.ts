/** Changes the object in a JSON text. A text that isn't a JSON object is returned unchanged. */
export function changeJsonObject<Row extends object>(text: string, change: (read: Row) => object): string {
  try {
    const read = JSON.parse(text) as Row | null
    return typeof read !== 'object' || read === null || Array.isArray(read) ? text : JSON.stringify(change(read))
  } catch {
    return text
  }
}
