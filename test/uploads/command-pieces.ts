/** Parts of upload commands, and of attacks on programs that parse them. */
export const commandTokens = [
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

/** Files, addresses and headers. `url`: the address of the requested upload. */
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

/** Characters that have a meaning in one of the shells, or that only look different. */
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
