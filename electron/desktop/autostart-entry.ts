/**
 * Returns the content of the file that makes a Linux desktop start Kiln at login (Desktop Entry Specification 1.5). `words`: the program
 * and its arguments.
 */
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

/**
 * Quotes a word as in the specification's section "The Exec key", then escapes it like every string in such a file. Percent signs are
 * doubled, because a single one would begin a field code.
 */
function execWord(word: string): string {
  const quoted = /^[\w./:=@+,-]+$/.test(word) ? word : `"${word.replace(/["`$\\]/g, '\\$&')}"`
  return quoted.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('%', '%%')
}
