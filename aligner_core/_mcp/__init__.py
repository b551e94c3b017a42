"""The MCP server: what an agent asks before it writes a memory, and what it sends and takes with a token."""
