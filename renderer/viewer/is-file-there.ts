/** Whether a file that couldn't be displayed exists. Also false if main doesn't respond. */
export async function isFileThere(src: string): Promise<boolean> {
  return fetch(src, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false
  )
}
