"""Pictures of figures, as SVG text. Pure functions: values and words in, one string out.

Every picture is readable without colour: in black on white, and in the page's own colours. Presentation
attributes give the first, for paper; classes in ``css/results/pictures.css`` give the second. No ``style``
attribute is used, because the pages' content security policy forbids it.
"""
