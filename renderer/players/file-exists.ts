/** Resolves to true if the file at the URL `src` exists. Resolves to false if it doesn't, or if the request fails. */
export async function fileExists(src: string): Promise<boolean> {
  return fetch(src, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false
  )
}
