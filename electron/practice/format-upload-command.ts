/** Returns the complete upload command for a POSIX shell (spec section 2.3). */
export function formatUploadCommand(localPath: string, contentType: string, url: string): string {
  return `curl -X PUT -T ${quoted(localPath)} -H ${quoted(`Content-Type: ${contentType}`)} ${quoted(url)}`
}

/** Quotes `text` for a POSIX shell. Inside single quotes, only a single quote must be escaped. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
