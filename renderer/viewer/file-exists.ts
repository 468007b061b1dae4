/** Resolves to true if a file that couldn't be displayed exists. Resolves to false if the request fails. */
export async function fileExists(src: string): Promise<boolean> {
  return fetch(src, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false
  )
}
