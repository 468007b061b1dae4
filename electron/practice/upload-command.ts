/** The complete command of an upload (spec section 2.3), for a POSIX shell. */
export function uploadCommand(localPath: string, contentType: string, url: string): string {
  return `curl -X PUT -T ${quoted(localPath)} -H ${quoted(`Content-Type: ${contentType}`)} ${quoted(url)}`
}

/** Single quotes preserve every character except the single quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
