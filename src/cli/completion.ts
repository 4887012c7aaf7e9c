// `timbre completar`: a script by which a shell completes the program's commands, actions and flags, from the table of commands.

import { type Comando, UsoIncorrecto } from './comando'
import { EXIT } from './exit-status'
import { actionsOf, optionsOf, shortOf } from './usage-words'

const SHELLS: Record<string, (comandos: readonly Comando[]) => string> = { bash, zsh, fish }

/** `comandos`: those of the help. */
export const createCompletion = (comandos: () => readonly Comando[]): Comando => ({
  nombre: 'completar',
  uso: Object.keys(SHELLS).join(' | '),
  resumen:
    'escribe lo que un intérprete lee para completar órdenes y opciones: source <(timbre completar bash) en ~/.bashrc, source <(timbre completar zsh) en ~/.zshrc, timbre completar fish | source en config.fish',
  flags: {},
  words: [1, 1],
  sinJson: 'escribe un guion para el intérprete de órdenes',
  async run({ positionals: [shell] }, io) {
    const write = SHELLS[shell!]
    if (!write) throw new UsoIncorrecto(`«${shell}» no es ${Object.keys(SHELLS).join(', ')}`)
    io.out(write(comandos()))
    return EXIT.done
  },
})

const names = (comando: Comando, taking = false): string =>
  optionsOf(comando)
    .flatMap(({ name, takes }) => (takes || !taking ? [name] : []))
    .join(' ')

const quoted = (text: string): string => `'${text.replaceAll("'", '’')}'`

function bash(comandos: readonly Comando[]): string {
  const cases = comandos.map(
    (one) =>
      `    ${one.nombre}) acciones=${quoted(actionsOf(one).join(' '))} opciones=${quoted(names(one))} con=${quoted(names(one, true))} ;;`,
  )
  return `# bash: órdenes y opciones de timbre
_timbre() {
  local actual=\${COMP_WORDS[COMP_CWORD]} anterior=\${COMP_WORDS[COMP_CWORD-1]} acciones= opciones= con=
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W ${quoted([...comandos.map(({ nombre }) => nombre), 'help'].join(' '))} -- "$actual"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
    help) acciones=${quoted(comandos.map(({ nombre }) => nombre).join(' '))} ;;
  esac
  # Sin respuesta, bash completa nombres de archivo.
  case " $con " in *" $anterior "*) return ;; esac
  if [[ $actual == -* ]]; then COMPREPLY=($(compgen -W "$opciones" -- "$actual"))
  elif (( COMP_CWORD == 2 )); then COMPREPLY=($(compgen -W "$acciones" -- "$actual"))
  fi
}
complete -o default -F _timbre timbre`
}

function zsh(comandos: readonly Comando[]): string {
  const described = comandos.map((one) => `    ${quoted(`${one.nombre}:${shortOf(one)}`)}`)
  const cases = comandos.map(
    (one) =>
      `    ${one.nombre}) acciones=(${actionsOf(one).join(' ')}) opciones=(${names(one)}) con=(${names(one, true)}) ;;`,
  )
  return `#compdef timbre
# zsh: órdenes y opciones de timbre
_timbre() {
  local -a ordenes acciones opciones con
  ordenes=(
${described.join('\n')}
    'help:muestra órdenes y variables'
  )
  if (( CURRENT == 2 )); then
    _describe orden ordenes
    return
  fi
  case $words[2] in
${cases.join('\n')}
    help) acciones=(\${ordenes%%:*}) ;;
  esac
  if (( \${con[(Ie)$words[CURRENT-1]]} )); then _files
  elif [[ $words[CURRENT] == -* ]]; then compadd -- $opciones
  elif (( CURRENT == 3 && $#acciones )); then compadd -- $acciones
  else _files
  fi
}
if [[ $funcstack[1] == _timbre ]]; then _timbre "$@"; else compdef _timbre timbre; fi`
}

function fish(comandos: readonly Comando[]): string {
  const lines = comandos.flatMap((one) => {
    const within = `complete -c timbre -n '__fish_seen_subcommand_from ${one.nombre}'`
    const actions = actionsOf(one)
    return [
      `complete -c timbre -f -n __fish_use_subcommand -a ${one.nombre} -d ${quoted(shortOf(one))}`,
      ...(actions.length ? [`${within} -a ${quoted(actions.join(' '))}`] : []),
      ...optionsOf(one).map(({ name, takes }) => `${within} -l ${name.slice(2)}${takes ? ' -r' : ''}`),
    ]
  })
  return ['# fish: órdenes y opciones de timbre', ...lines].join('\n')
}
