import Medley
import TOMLKit
import XMLCoder
import Yams
