/** Tokens of upload commands, and of malicious commands that attack a parser. */
export const uploadCommandTokens = [
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

/** Returns files, URLs and headers for upload commands. `url`: the URL of the requested upload. */
export function uploadCommandValues(url: string): readonly string[] {
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

/** Characters that have a special meaning in a shell, or that only look like such characters. */
export const shellSpecialCharacters = [
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
