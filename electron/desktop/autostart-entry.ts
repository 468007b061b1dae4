/** The file by which a desktop on Linux starts Kiln with the session (Desktop Entry Specification 1.5). `words`: program and arguments. */
export function autostartEntry(words: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Kiln',
    `Exec=${words.map(execWord).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    ''
  ].join('\n')
}

/** Quoted as section "The Exec key" asks, then escaped once more as every text of such a file; a percent sign would be a field code. */
function execWord(word: string): string {
  const quoted = /^[\w./:=@+,-]+$/.test(word) ? word : `"${word.replace(/["`$\\]/g, '\\$&')}"`
  return quoted.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('%', '%%')
}
