/** Groups of file extensions that mean the same format. Each group starts with the common name. */
export const equivalentFormats: readonly (readonly string[])[] = [
  ['jpg', 'jpeg', 'jfif'],
  ['tiff', 'tif'],
  ['png', 'apng'],
  ['mp4', 'm4v'],
  ['mpeg', 'mpg'],
  ['m4a', 'm4b'],
  ['ogg', 'oga', 'opus'],
  ['aiff', 'aif']
]

export function isSameFormat(a: string, b: string): boolean {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()]
  return one === other || equivalentFormats.some((formats) => formats.includes(one) && formats.includes(other))
}
