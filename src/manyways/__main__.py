"""`python -m manyways` is `manyways`."""

from manyways.cli.main import main

if __name__ == "__main__":
    main()
