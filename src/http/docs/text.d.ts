// Files that travel as text inside the program.

declare module '*.css' {
  const text: string
  export default text
}
