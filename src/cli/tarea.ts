// The file that keeps a server running on Windows: a task of its Task Scheduler, for the program does not speak the service control manager. In
// the order of [MS-TSCH] 2.5, version 1.2 of it, which every Windows that the program runs on reads.

import { win32 } from 'node:path'
import { escapeText } from '../xml/escape'

/** The data folder that the manual names. */
export const CARPETA_WINDOWS = 'C:\\ProgramData\\Timbre'

interface Tarea {
  /** The program, by its whole path. */
  programa: string
  /** The data folder, by its whole path. */
  datos: string
}

/** A word of a command line as Windows programs read it: backslashes before the closing quote would escape it. */
const quoted = (word: string): string => `"${word.replace(/\\+$/, '$&$&')}"`

/**
 * The task, which shows what the program writes to nobody. LOCAL SERVICE (S-1-5-19) has no password, no rights over the system, and on the network no name: it needs the data folder
 * alone, to which SYSTEM would not be kept. RestartOnFailure is of a program that could not be started ([MS-TSCH] 2.5.4.2): one that ended
 * is started anew by the trigger of each minute, which the policy has a running one ignore.
 */
export const writeTask = ({ programa, datos }: Tarea): string => `<?xml version="1.0"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Timbre, facturación electrónica</Description>
  </RegistrationInfo>
  <Triggers>
    <BootTrigger>
      <Enabled>true</Enabled>
    </BootTrigger>
    <TimeTrigger>
      <Enabled>true</Enabled>
      <StartBoundary>2026-01-01T00:00:00</StartBoundary>
      <Repetition>
        <Interval>PT1M</Interval>
      </Repetition>
    </TimeTrigger>
  </Triggers>
  <Settings>
    <AllowStartOnDemand>true</AllowStartOnDemand>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>255</Count>
    </RestartOnFailure>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <Enabled>true</Enabled>
    <IdleSettings>
      <StopOnIdleEnd>false</StopOnIdleEnd>
      <RestartOnIdle>false</RestartOnIdle>
    </IdleSettings>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>5</Priority>
    <RunOnlyIfIdle>false</RunOnlyIfIdle>
  </Settings>
  <Principals>
    <Principal id="Timbre">
      <UserId>S-1-5-19</UserId>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Actions Context="Timbre">
    <Exec>
      <Command>${escapeText(programa)}</Command>
      <Arguments>${escapeText(`serve --data ${quoted(datos)} --registro ${quoted(win32.join(datos, 'timbre.log'))}`)}</Arguments>
      <WorkingDirectory>${escapeText(win32.dirname(programa))}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`

/** The file of a task as the scheduler itself exports it: UTF-16, its first bytes saying so, and lines as Windows ends them. */
export const encodeTask = (xml: string): Buffer =>
  Buffer.from(`\ufeff${xml.replaceAll('\n', '\r\n')}`, 'utf16le')

/** The lines with which an administrator registers it. The folder becomes its own and theirs: what is made under ProgramData everybody reads. */
export const registerLines = (archivo: string, datos: string): string[] => [
  `icacls ${quoted(datos)} /inheritance:r /grant "*S-1-5-19:(OI)(CI)M" "*S-1-5-18:(OI)(CI)F" "*S-1-5-32-544:(OI)(CI)F"`,
  `schtasks /Create /TN Timbre /XML ${quoted(archivo)}`,
  'schtasks /Run /TN Timbre',
]
