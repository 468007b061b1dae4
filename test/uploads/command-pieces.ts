/** What upload commands, and attacks on those who read them, are put together from. */
export const commandWords = [
  'curl',
  'curl.exe',
  'Invoke-WebRequest',
  'iwr',
  '-T',
  '-X',
  'PUT',
  '-H',
  '-sSf',
  '--url',
  '--data-binary',
  '-Method',
  '-InFile',
  '-Uri',
  '-Headers',
  '--',
  '-'
] as const

/** Files, addresses and headers; `url` is the address of the upload that is asked for. */
export function commandValues(url: string): readonly string[] {
  return [
    'photo.png',
    '@photo.png',
    url,
    `'${url}'`,
    `"${url}"`,
    'http://127.0.0.1/x',
    'http://evil.example/',
    'file:///etc/passwd',
    "'A: b'",
    'https://a@b/'
  ]
}

/** What means something to one of the shells, or to the eye alone. */
export const shellSigns = [
  '\n',
  '\\\n',
  '^\n',
  '`\n',
  "'",
  '"',
  "$'",
  "\\'",
  '@{',
  '}',
  '=',
  ';',
  '|',
  '&',
  '$(',
  '`',
  '\\',
  '<',
  '>',
  '\0',
  '\r\n',
  '“',
  '\u00a0',
  '\\x0d\\x0a',
  '\\u000a',
  '\\0',
  '\\377',
  '\\U0010ffff',
  '#',
  '~',
  '*',
  '{a,b}',
  '^',
  '%',
  '!'
] as const
