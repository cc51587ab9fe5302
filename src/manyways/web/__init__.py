"""The web application: pages and an HTTP interface for people and programs, and studies with people."""
