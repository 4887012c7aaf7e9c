// Imported before anything else: Elysia asks once, when it is loaded, whether it serves developers. For them it writes every
// refused body into an error that nobody reads, with the first sixty-four faults of it: fifty milliseconds of the event loop
// for a megabyte.

Bun.env.NODE_ENV = 'production'
